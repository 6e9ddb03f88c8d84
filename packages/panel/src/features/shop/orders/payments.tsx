import { Button, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import type { IconName } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Tile } from '../../../ui/tone-badge.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { PurchaseStateBadge } from '../state-badge.tsx';
import { texts as shopTexts } from '../texts.ts';
import { refusalText, labels, stateStyles, type Order } from '../labels.ts';
import { texts } from './texts.ts';
import './order.css';

type OrderPayment = Order['payments'][number];
type Refund = Order['refunds'][number];

const icons: Record<OrderPayment['method'], IconName> = {
  pix: 'pix',
  boleto: 'receipt',
  card: 'card',
  manual: 'pencil',
};

/** The attempts to pay an order, newest first, each with its refunds. */
export function Payments({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shopTexts);
  const { payments, refunds } = order;
  const unlinked = refunds.filter(({ paymentId }) => paymentId === null);
  return (
    <Surface component="section" aria-label={s.payments} p={0}>
      <div style={{ display: 'flex', gap: 8, alignItems: 'baseline', padding: '14px 16px' }}>
        <Title order={2}>{s.payments}</Title>
        {payments.length > 0 && (
          <Text size="xs" c="dimmed">
            {t.attempts(payments.length)}
          </Text>
        )}
      </div>
      {payments.length === 0 && (
        <Text c="dimmed" p="md" pt={0}>
          {s.noPayments}
        </Text>
      )}
      {payments.map((payment) => (
        <div key={payment.paymentId}>
          <PaymentRow order={order} payment={payment} />
          {refunds
            .filter(({ paymentId }) => paymentId === payment.paymentId)
            .map((refund) => (
              <RefundRow key={refund.refundId} order={order} refund={refund} />
            ))}
        </div>
      ))}
      {unlinked.map((refund) => (
        <RefundRow key={refund.refundId} order={order} refund={refund} />
      ))}
    </Surface>
  );
}

/** What a payment is called: `Cartão final 8830 · 3x de R$ 146,21`. */
export function usePaymentName(): (payment: OrderPayment) => string {
  const t = useTexts(texts);
  const { money } = useStoreFormats();
  return ({ method, lastDigits, installments, amount }) => {
    const name = method === 'card' ? t.card(lastDigits) : t[method];
    const count = installments ?? 1;
    return count > 1 ? `${name} · ${t.installments(count, money(Math.floor(amount / count)))}` : name;
  };
}

function PaymentRow({ order, payment }: { order: Order; payment: OrderPayment }): ReactNode {
  const s = useTexts(shopTexts);
  const w = useTexts(labels);
  const { locale } = useLocale();
  const { money, instant } = useStoreFormats();
  const { can } = useStore();
  const nameOf = usePaymentName();
  const [isOpen, setOpen] = useState(false);
  const {
    method,
    providerLabel,
    isSimulated,
    state,
    reason,
    amount,
    paid,
    refunded,
    isEnding,
    createdAt,
    stateAt,
    expiresAt,
  } = payment;
  const isTwice = order.attention.includes('PAID_TWICE') && can('changeOrders') && payment.refundable > 0;
  const facts = [
    // With a refund its state began then; when it was made says more.
    instant(refunded > 0 || state === 'refunded' ? createdAt : stateAt),
    isSimulated ? w.sandbox : providerLabel?.[locale],
    paid !== null && paid !== amount && s.arrived(money(paid)),
    isEnding && s.ending,
    state === 'pending' && !isEnding && expiresAt && s.validUntil(instant(expiresAt)),
    state === 'failed' && refusalText(reason, locale),
  ].filter(Boolean);
  const isMoney = state === 'paid' || state === 'partially_refunded';
  return (
    <div className="order-row">
      <Tile icon={icons[method]} tone={stateStyles[state].tone} />
      <div className="order-row-text">
        <Text fw={500}>{nameOf(payment)}</Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <span className="order-row-state">
        <PurchaseStateBadge state={state} />
      </span>
      {isTwice && (
        <Button variant="default" size="xs" c="var(--mantine-color-error)" onClick={() => setOpen(true)}>
          {s.refundOne}
        </Button>
      )}
      <Text {...(!isMoney && { c: 'dimmed' })} fw={isMoney ? 600 : 400} style={{ whiteSpace: 'nowrap' }}>
        {money(amount)}
      </Text>
      {isOpen && <RefundDialog order={order} paymentId={payment.paymentId} close={() => setOpen(false)} />}
    </div>
  );
}

/** A refund below its payment: with its author, its cause and its outcome. */
function RefundRow({ order, refund }: { order: Order; refund: Refund }): ReactNode {
  const t = useTexts(texts);
  const { money, instant } = useStoreFormats();
  const { can } = useStore();
  const author = useRefundAuthor();
  const { state, cause, amount, requestedAt, settledAt, requestId } = refund;
  const again = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/refund', { onError: notifyError });
  const facts = [instant(settledAt ?? requestedAt), author(refund), cause && t[`cause_${cause}`]].filter(Boolean);
  const body = { isReturned: false, requestId, amount };
  return (
    <div className="order-row order-row-refund">
      <div className="order-row-text">
        <Text size="sm" fw={500}>
          {t.refundRow}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {state !== 'done' && (
          <Text size="xs" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
            {state === 'failed' ? t.refundFailed : t.refundWaits}
          </Text>
        )}
      </div>
      {state === 'requested' && can('changeOrders') && (
        <Button
          variant="default"
          size="xs"
          loading={again.isPending}
          onClick={() => again.mutate({ params: { orderId: order.orderId }, body })}
        >
          {t.again}
        </Button>
      )}
      <Text size="sm" fw={500} {...(state !== 'done' && { c: 'dimmed' })} style={{ whiteSpace: 'nowrap' }}>
        {money(-amount)}
      </Text>
    </div>
  );
}

/** Who made a refund. */
export function useRefundAuthor(): (refund: Pick<Refund, 'source' | 'by'>) => string | null {
  const t = useTexts(texts);
  return ({ source, by }) => (source === 'provider' ? t.atProvider : source === 'command_line' ? t.byCommandLine : by);
}
