import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useStore } from '../../../ui/use-store.ts';
import { RefundOne } from './order-actions.tsx';
import { Part } from '../purchase-parts.tsx';
import { PurchaseStateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { refusalText, labels, type Order } from '../labels.ts';

/** The attempts to pay an order, newest first. */
export function Payments({ order: { orderId, payments, attention } }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const isTwice = attention.includes('PAID_TWICE') && can('changeOrders');
  return (
    <Part title={t.payments}>
      {payments.length === 0 ? (
        <Text c="dimmed">{t.noPayments}</Text>
      ) : (
        <Stack gap="sm">
          {payments.map((payment) => (
            <Payment key={payment.paymentId} payment={payment}>
              {isTwice && (payment.state === 'paid' || payment.state === 'partially_refunded') && (
                <RefundOne orderId={orderId} payment={payment} />
              )}
            </Payment>
          ))}
        </Stack>
      )}
    </Part>
  );
}

function Payment({ payment, children }: { payment: Order['payments'][number]; children: ReactNode }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { locale } = useLocale();
  const { money, instant } = useStoreFormats();
  const { method, providerLabel, isSimulated, state, reason, amount, paid, refunded, isEnding, stateAt, expiresAt } =
    payment;
  const by = isSimulated ? w.sandbox : providerLabel?.[locale];
  const facts = [
    instant(stateAt),
    paid !== null && paid !== amount && t.arrived(money(paid)),
    refunded > 0 && t.amountRefunded(money(refunded)),
    isEnding && t.ending,
    state === 'pending' && !isEnding && expiresAt && t.validUntil(instant(expiresAt)),
  ].filter(Boolean);
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <div style={{ flex: '1 1 220px' }}>
        <Text>
          {w[method]} {by && `(${by})`} · {money(amount)}
        </Text>
        <Text size="xs" c="dimmed">
          {facts.join(' · ')}
        </Text>
        {state === 'failed' && <Text size="sm">{refusalText(reason, locale)}</Text>}
      </div>
      <Group gap="xs">
        {children}
        <PurchaseStateBadge state={state} />
      </Group>
    </Group>
  );
}
