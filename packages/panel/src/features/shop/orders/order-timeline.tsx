import { Chip, Group, Text, Title } from '@mantine/core';
import { describeReason, messageStateNames } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { inOrder } from '../../../preview/pair-in-order.ts';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { isResendable, ResendButton } from '../../../ui/resend/resend-button.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Tile, ToneBadge, type Tone } from '../../../ui/tone-badge.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { eventIcons, labels, refusalText, stateStyles, type Order } from '../labels.ts';
import { texts as shopTexts } from '../texts.ts';
import { historyOf, type HistoryEntry, type EntryKind, type OrderMessage } from './order-history.ts';
import { usePaymentName, useRefundAuthor } from './payments.tsx';
import { texts } from './texts.ts';
import './order.css';

const filters = ['all', 'messages', 'unsent', 'payment', 'delivery', 'team'] as const;

/** Everything that happened to an order, newest first, with who did it. */
export function OrderTimeline({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shopTexts);
  const { date } = useStoreFormats();
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const { orderId } = order;
  const listed = useApiQuery('GET /panel/api/stores/:storeId/orders/:orderId/messages', { params: { orderId } });
  const all = historyOf(order, listed.data?.messages ?? []);
  const has = (kind: EntryKind | 'all') => all.filter(({ kinds }) => kind === 'all' || kinds.includes(kind));
  const days = Map.groupBy(has(filter), ({ at }) => date(at));
  return (
    <Surface component="section" aria-label={s.happened} p={0}>
      <Group justify="space-between" p="14px 16px" gap="xs">
        <Title order={2}>{s.happened}</Title>
        <Text size="xs" c="dimmed">
          {t.newestFirst}
        </Text>
      </Group>
      <div className="order-chips">
        {filters.map((one) => {
          const count = has(one).length;
          return (
            <Chip
              key={one}
              size="xs"
              variant="outline"
              checked={filter === one}
              disabled={count === 0 && filter !== one}
              onChange={() => setFilter(one)}
            >
              {t[one]} {count}
            </Chip>
          );
        })}
      </div>
      {[...days].map(([day, entries]) => (
        <div key={day}>
          <Text className="order-day" size="xs" fw={500} c="dimmed">
            {day}
          </Text>
          {entries.map((entry) => (
            <TimelineEntry key={entry.key} entry={entry} order={order} />
          ))}
        </div>
      ))}
      {days.size === 0 && (
        <Text c="dimmed" p="md" pt={0}>
          {t.nothing}
        </Text>
      )}
    </Surface>
  );
}

function TimelineEntry({ entry, order }: { entry: HistoryEntry; order: Order }): ReactNode {
  switch (entry.what) {
    case 'created':
      return <Created entry={entry} order={order} />;
    case 'event':
      return <Event entry={entry} order={order} />;
    case 'payment':
      return <Ended entry={entry} order={order} />;
    case 'refund':
      return <Returned entry={entry} />;
    case 'action':
      return <Action entry={entry} />;
    case 'message':
      return <Message at={entry.at} message={entry.message} />;
  }
}

type EntryRowProps = {
  at: number;
  icon: IconName;
  tone: Tone;
  title: ReactNode;
  /** Facts in one line; empty ones are left out. */
  facts?: readonly ReactNode[];
  cause?: string | null;
  isFault?: boolean;
  children?: ReactNode;
};

function EntryRow({ at, icon, tone, title, facts, cause, isFault = false, children }: EntryRowProps): ReactNode {
  const { time } = useStoreFormats();
  const known = (facts ?? []).filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  return (
    <div className="order-row order-row-event">
      <Text size="xs" c="dimmed" w={36} flex="none" lh="32px">
        {time(at)}
      </Text>
      <Tile icon={icon} tone={tone} />
      <div className="order-row-text">
        <Group gap="xs" component="div">
          {title}
        </Group>
        {known.length > 0 && (
          <Text size="sm" c="dimmed" component="div">
            {inOrder(known, (fact, index) => (
              <>
                {index > 0 && ' · '}
                {fact}
              </>
            ))}
          </Text>
        )}
        {cause && (
          <Group gap={6} wrap="nowrap" align="flex-start" mt={2} c={isFault ? 'var(--mantine-color-error)' : 'dimmed'}>
            <Icon name={isFault ? 'warning' : 'info'} size={16} />
            <Text size="sm">{cause}</Text>
          </Group>
        )}
      </div>
      {children}
    </div>
  );
}

const Name = ({ children }: { children: ReactNode }): ReactNode => <Text fw={500}>{children}</Text>;

function Created({ entry, order }: { entry: HistoryEntry; order: Order }): ReactNode {
  const t = useTexts(texts);
  const by = order.checkoutId === null ? t.byStore : t.byShopper;
  return <EntryRow at={entry.at} icon="cart" tone="plain" title={<Name>{t.orderCreated}</Name>} facts={[by]} />;
}

const tones: Partial<Record<Order['events'][number]['type'], Tone>> = {
  'payment.confirmed': 'ok',
  'payment.failed': 'bad',
  tracking_code_updated: 'calm',
  'pix.generated': 'calm',
  'boleto.generated': 'calm',
};

function Event({ entry, order }: { entry: HistoryEntry & { what: 'event' }; order: Order }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { locale } = useLocale();
  const { money } = useStoreFormats();
  const nameOf = usePaymentName();
  const { event, payment, by, at } = entry;
  const isConfirmed = event.type === 'payment.confirmed';
  const author = by
    ? (by.by ?? t.byCommandLine)
    : isConfirmed
      ? (payment?.providerLabel?.[locale] ?? t.bySystem)
      : null;
  const shopper = ['lead.created', 'pix.generated', 'boleto.generated', 'payment.failed'].includes(event.type);
  const amount = payment && money(isConfirmed ? (payment.paid ?? payment.amount) : payment.amount);
  return (
    <EntryRow
      at={at}
      icon={event.type === 'pix.generated' ? 'pix' : eventIcons[event.type]}
      tone={tones[event.type] ?? 'plain'}
      title={<Name>{w[event.type]}</Name>}
      facts={[
        amount,
        payment && payment.method !== 'manual' && event.type.startsWith('payment.') && nameOf(payment),
        event.type === 'payment.failed' && payment && refusalText(payment.reason, locale),
        event.type === 'tracking_code_updated' && order.tracking?.code,
        isConfirmed && order.attention.includes('PAID_LATE') && t.paidLate,
        by?.action === 'order_paid' && t.order_paid,
        author ?? (shopper ? t.byShopper : t.bySystem),
        ...event.runs.map((run) => <StartedRun key={run.runId} {...run} />),
      ]}
    />
  );
}

function StartedRun({ runId, automation }: { runId: string; automation: string }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <AnchorLink size="sm" underline="always" to="/$storeId/runs/$runId" params={{ storeId, runId }}>
      {t.started(automation)}
    </AnchorLink>
  );
}

/** A payment that ended without an event, or money that the order did not need. */
function Ended({ entry, order }: { entry: HistoryEntry & { what: 'payment' }; order: Order }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { money } = useStoreFormats();
  const nameOf = usePaymentName();
  const { payment, at } = entry;
  const name = nameOf(payment);
  const title = {
    expired: t.paymentExpired(name),
    cancelled: t.paymentCancelled(name),
    charged_back: t.paymentChargedBack,
    paid: order.attention.includes('PAID_TWICE') ? t.paidAgain : t.moneyCame,
  }[payment.state as 'expired' | 'cancelled' | 'charged_back' | 'paid'];
  const isMoney = payment.state === 'paid';
  const facts = [
    money(payment.paid ?? payment.amount),
    isMoney && name,
    isMoney && order.status === 'cancelled' && t.paidLate,
    isMoney ? (payment.providerLabel?.[locale] ?? t.bySystem) : t.bySystem,
  ];
  const { tone, icon } = stateStyles[payment.state];
  return <EntryRow at={at} icon={icon} tone={tone} title={<Name>{title}</Name>} facts={facts} />;
}

function Returned({ entry: { at, phase, amount, refund } }: { entry: HistoryEntry & { what: 'refund' } }): ReactNode {
  const t = useTexts(texts);
  const { money } = useStoreFormats();
  const author = useRefundAuthor();
  const sum = money(amount);
  const title = { requested: t.refundAsked(sum), done: t.refundDone(sum), failed: t.refundNotDone(sum) }[phase];
  return (
    <EntryRow
      at={at}
      icon="back"
      tone={phase === 'failed' ? 'bad' : 'wait'}
      title={<Name>{title}</Name>}
      facts={[refund?.cause && t[`cause_${refund.cause}`], refund && author(refund)]}
      {...(phase === 'failed' && { cause: t.refundFailed, isFault: true })}
    />
  );
}

function Action({ entry: { at, action } }: { entry: HistoryEntry & { what: 'action' } }): ReactNode {
  const t = useTexts(texts);
  const isCancelled = action.action === 'order_cancelled';
  return (
    <EntryRow
      at={at}
      icon={isCancelled ? 'cross' : action.action === 'order_tracked' ? 'truck' : 'pencil'}
      tone="plain"
      title={<Name>{t[action.action]}</Name>}
      facts={[action.by ?? t.byCommandLine]}
    />
  );
}

const messageTones: Record<OrderMessage['state'], Tone> = {
  queued: 'wait',
  sending: 'wait',
  sent: 'ok',
  delivered: 'ok',
  read: 'ok',
  failed: 'bad',
  unknown: 'wait',
  skipped: 'plain',
};
const channelNames = { whatsapp: 'WhatsApp', email: 'E-mail', sms: 'SMS' } as const;

function Message({ at, message }: { at: number; message: OrderMessage }): ReactNode {
  const { locale } = useLocale();
  const { storeId } = useStore();
  const { channel, state, reason, recipient, runId, automation } = message;
  const isFault = state === 'failed';
  return (
    <EntryRow
      at={at}
      icon={channel}
      tone={messageTones[state]}
      title={
        <>
          <Name>{channelNames[channel]}</Name>
          <ToneBadge tone={messageTones[state]}>{messageStateNames[state][locale]}</ToneBadge>
        </>
      }
      facts={[
        <AnchorLink key="run" size="sm" underline="always" to="/$storeId/runs/$runId" params={{ storeId, runId }}>
          {automation}
        </AnchorLink>,
        recipient,
      ]}
      cause={reason === null ? null : (describeReason(reason, locale) ?? reason)}
      isFault={isFault}
    >
      {isResendable(state) && (
        <ResendButton of={{ runId, message: message.message }} about={`${channelNames[channel]}, ${automation}`} />
      )}
    </EntryRow>
  );
}
