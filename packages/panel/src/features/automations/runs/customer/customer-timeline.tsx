import { Group, Stack, Text, Timeline } from '@mantine/core';
import { describeFieldValue, describeReason } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useOlderPages } from '../../../../api/older-pages.ts';
import { useApiQuery } from '../../../../api/query.ts';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { Older } from '../../../../ui/feedback/older.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon, type IconName } from '../../../../ui/icons.tsx';
import { AnchorLink } from '../../../../ui/links.tsx';
import { useLocale, type Locale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { describeOptOut } from '../../../../ui/resend/opt-out-text.ts';
import { isResendable, ResendButton } from '../../../../ui/resend/resend-button.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { MessageBadge } from '../message-badge.tsx';
import { messageTexts } from '../message-text.ts';
import { RunStateBadge } from '../state-badge.tsx';
import { texts as runTexts } from '../run/texts.ts';
import type { CustomerEntry, CustomerQuery } from './customer.ts';
import { sourceKey, texts } from './texts.ts';

const route = 'GET /panel/api/stores/:storeId/customer/timeline';

/** Everything that happened between the store and a customer, the newest first. */
export function CustomerTimeline({ of, isCut }: { of: CustomerQuery; isCut: boolean }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const first = useApiQuery(route, { query: of });
  const request = { params: { storeId }, query: of };
  const older = useOlderPages(
    route,
    request,
    first.data,
    first.data?.next ?? null,
    ({ entries }) => entries.length === 0,
  );
  return (
    <Loaded query={first} rows={8}>
      {({ entries }) => (
        <Surface>
          {entries.length === 0 ? (
            <Text c="dimmed">{t.nothingHappened}</Text>
          ) : (
            <Stack>
              <Timeline bulletSize={26} lineWidth={2} active={Number.MAX_SAFE_INTEGER}>
                {[...entries, ...older.pages.flatMap((page) => page.entries)].map((entry) => (
                  <Timeline.Item key={entry.id} bullet={<Icon name={iconOf(entry)} size={14} />}>
                    <Entry entry={entry} />
                  </Timeline.Item>
                ))}
              </Timeline>
              <Older pages={older} />
              {isCut && !older.hasMore && (
                <Text size="sm" c="dimmed">
                  {t.newest}
                </Text>
              )}
            </Stack>
          )}
        </Surface>
      )}
    </Loaded>
  );
}

function iconOf(entry: CustomerEntry): IconName {
  switch (entry.kind) {
    case 'purchase':
      return entry.purchase.orderId === null ? 'cart' : 'receipt';
    case 'run':
      return 'run';
    case 'message':
      return entry.channel;
    case 'reply':
      return 'message';
    case 'consent':
      return entry.state === 'granted' ? 'check' : 'cross';
  }
}

function Entry({ entry }: { entry: CustomerEntry }): ReactNode {
  const { instant } = useStoreFormats();
  const { locale } = useLocale();
  const r = useTexts(runTexts);
  const reason = entry.kind === 'message' || entry.kind === 'run' ? entry.reason : null;
  const because = entry.kind === 'message' && [
    entry.resentBy === null ? null : r.resentBy(entry.resentBy),
    entry.optOut && describeOptOut(entry.optOut, locale, instant),
  ];
  return (
    <>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Text component="div" size="sm" fw={500} style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          <EntryTitle entry={entry} />
        </Text>
        {entry.kind === 'message' && isResendable(entry.state) && (
          <ResendButton
            of={{ runId: entry.run.runId, message: entry.message }}
            about={entry.run.automation}
            size="compact-xs"
            variant={entry.state === 'failed' ? 'default' : 'subtle'}
          />
        )}
      </Group>
      {[...(because || []), reason === null ? null : describeReason(reason, locale)].map(
        (line) =>
          line && (
            <Text key={line} size="sm" c="dimmed">
              {line}
            </Text>
          ),
      )}
      <Text size="xs" c="dimmed">
        {instant(entry.at)}
      </Text>
    </>
  );
}

function EntryTitle({ entry }: { entry: CustomerEntry }): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { storeId } = useStore();
  if (entry.kind === 'purchase') return <Purchase purchase={entry.purchase} />;
  if (entry.kind === 'consent') {
    const name = m.channel[entry.channel];
    const isGranted = entry.state === 'granted';
    if (entry.author !== null) return isGranted ? t.allowedBy(entry.author, name) : t.stoppedBy(entry.author, name);
    const key = sourceKey(entry.source);
    if (key === 'from_team') return isGranted ? t.allowedByStore(name) : t.stoppedByStore(name);
    return `${isGranted ? t.optedIn(name) : t.optedOut(name)}, ${t[key]}`;
  }
  const { run } = entry;
  const toRun = { to: '/$storeId/runs/$runId', params: { storeId, runId: run.runId }, inherit: true } as const;
  if (entry.kind === 'message')
    return (
      <>
        <AnchorLink {...toRun} search={{ message: entry.message }}>
          {t.messageOf(m.channel[entry.channel], run.automation)}
        </AnchorLink>
        <MessageBadge state={entry.state} />
      </>
    );
  return (
    <>
      <AnchorLink {...toRun} search={{}}>
        {entry.kind === 'run' ? t.runOf(run.automation) : t.reply}
      </AnchorLink>
      {entry.kind === 'run' && <RunStateBadge state={run.state} />}
    </>
  );
}

type PurchaseProps = { purchase: Extract<CustomerEntry, { kind: 'purchase' }>['purchase'] };

function Purchase({ purchase: { orderId, checkoutId, number, status, cents } }: PurchaseProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const { locale } = useLocale();
  const { money } = useStoreFormats();
  const amount = cents === null ? '' : ` · ${money(cents)}`;
  if (orderId !== null)
    return (
      <>
        <AnchorLink inherit to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
          {number === null ? t.orderPlain : t.orderNumber(number)}
        </AnchorLink>
        <Text span size="sm" fw={400}>
          {orderStatus(status, locale)}
          {amount}
        </Text>
      </>
    );
  const title = status === 'open' || status === 'abandoned' || status === 'ordered' ? t[status] : t.cart;
  return (
    <>
      <AnchorLink inherit to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId: checkoutId ?? '' }}>
        {title}
      </AnchorLink>
      <Text span size="sm" fw={400}>
        {amount.slice(3)}
      </Text>
    </>
  );
}

/** The status of an order, as conditions name it, with a capital. */
function orderStatus(status: string, locale: Locale): string {
  const text = describeFieldValue('payment_status', status, locale);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
