import { Alert, Box, Button, Checkbox, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { refundCauses, type RefundCause } from '@retoma/commerce/refunds';
import { useMemo, useState, type ReactNode } from 'react';
import { Refused } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { Failure } from '../../../ui/feedback/loaded.tsx';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { MoneyInput } from '../../../ui/format/money-input.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import type { Order } from '../labels.ts';
import { chosenAmount, chosenLines, isManualRefund, moneyLeft, sumOfChoice, type RefundChoice } from './refund-form.ts';
import { RefundLines } from './refund-lines.tsx';
import { texts } from './texts.ts';

type RefundDialogProps = {
  order: Order;
  /** Only this payment; absent: the order. */
  paymentId?: string | undefined;
  close: () => void;
};

const nothing: RefundChoice = { mode: 'items', pieces: {}, shipping: false, amount: null };

/** COM46: gives back items, an amount, or everything of an order. */
export function RefundDialog({ order, paymentId, close }: RefundDialogProps): ReactNode {
  const t = useTexts(texts);
  const { money } = useStoreFormats();
  const left = moneyLeft(order, paymentId);
  const isManual = isManualRefund(order, paymentId);
  const hasItems = paymentId === undefined && order.received > 0 && order.items.some(({ paid }) => paid > 0);
  const hasParts = order.received > 0;
  const [choice, setChoice] = useState<RefundChoice>({ ...nothing, mode: hasItems ? 'items' : 'all' });
  const [cause, setCause] = useState<RefundCause | null>(null);
  const [isReturned, setReturned] = useState(isManual);
  // Of what is chosen: a repeated press is the same refund, another choice is another one.
  const requestId = useMemo(() => ({ choice, id: crypto.randomUUID() }), [choice]).id;
  const amount = chosenAmount(order, choice, left);
  const isTooMuch = amount !== null && amount > left;
  const refund = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/refund', {
    onSuccess: () => {
      notifySuccess(t.doneRefund(money(amount ?? 0)));
      close();
    },
  });
  const send = (): void =>
    refund.mutate({
      params: { orderId: order.orderId },
      body: {
        isReturned,
        requestId,
        ...(paymentId !== undefined && { paymentId }),
        ...(cause !== null && { cause }),
        ...(choice.mode !== 'all' && amount !== null && { amount }),
        ...(choice.mode === 'items' && { lines: chosenLines(choice) }),
      },
    });
  return (
    <Modal opened onClose={close} title={t.isReturnedTitle} size={560}>
      <Stack>
        {hasParts && (
          <SegmentedControl
            aria-label={t.howMuch}
            value={choice.mode}
            onChange={(mode) => setChoice({ ...choice, mode: mode as RefundChoice['mode'] })}
            data={[
              ...(hasItems ? [{ value: 'items', label: t.items }] : []),
              { value: 'amount', label: t.amount },
              { value: 'all', label: t.everything },
            ]}
          />
        )}
        {choice.mode === 'items' && <RefundLines order={order} choice={choice} onChange={setChoice} />}
        {choice.mode === 'amount' && (
          <MoneyInput
            label={t.amountLabel}
            value={choice.amount ?? undefined}
            error={isTooMuch && t.tooMuch(money(left))}
            onChange={(cents) => setChoice({ ...choice, amount: cents ?? null })}
          />
        )}
        <Sums order={order} choice={choice} amount={amount} left={left} />
        {order.refundLimit && (
          <Text size="xs" c="dimmed">
            {t.limit(money(order.refundLimit.limit), money(order.refundLimit.left))}
          </Text>
        )}
        {isManual && <Alert color="petroleo">{t.manualHint}</Alert>}
        <Select
          label={t.cause}
          placeholder={t.noCause}
          clearable
          value={cause}
          onChange={(value) => setCause(value)}
          data={refundCauses.map((one) => ({ value: one, label: t[`cause_${one}`] }))}
        />
        <Checkbox
          label={t.isReturned}
          description={t.isReturnedHint}
          checked={isReturned}
          onChange={(event) => setReturned(event.currentTarget.checked)}
        />
        {refund.error instanceof Refused && <Refusal error={refund.error} />}
        {refund.error && !(refund.error instanceof Refused) && <Failure error={refund.error} />}
        <DialogFoot>
          <Button variant="default" onClick={close} data-autofocus>
            {t.back}
          </Button>
          <Button color="vermelho" loading={refund.isPending} disabled={amount === null || isTooMuch} onClick={send}>
            {amount === null ? t.isReturnedTitle : t.refund(money(amount))}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

/** What the payer receives, and what stays with the store. */
function Sums({
  order,
  choice,
  amount,
  left,
}: {
  order: Order;
  choice: RefundChoice;
  amount: number | null;
  left: number;
}): ReactNode {
  const t = useTexts(texts);
  const { money } = useStoreFormats();
  const { listed, paid } = sumOfChoice(order, choice);
  const isShared = choice.mode === 'items' && amount !== null && listed !== paid;
  const given = Math.min(amount ?? 0, left);
  const name = order.person.name?.split(' ')[0] ?? null;
  // The store's own system received the order's money, so that this payment was not needed.
  const isPaidOutside = order.accepted === 0 && order.total !== 0;
  return (
    <Box style={{ display: 'grid', gap: 4 }}>
      {isShared && <SumLine name={t.itemsSum} value={money(listed)} />}
      {isShared && <SumLine name={t.shared} value={money(paid - listed)} />}
      <SumLine name={t.receives(name)} value={money(given)} isSum />
      <SumLine name={t.stays} value={money(left - given)} />
      <Text size="xs" c="dimmed">
        {given === left && order.received - given <= 0 && !isPaidOutside ? t.wholeText : t.partText}
      </Text>
    </Box>
  );
}

const SumLine = ({ name, value, isSum = false }: { name: string; value: string; isSum?: boolean }): ReactNode => (
  <Group justify="space-between" gap="xs" wrap="nowrap">
    <Text size={isSum ? 'md' : 'sm'} fw={isSum ? 600 : 400} {...(!isSum && { c: 'dimmed' })}>
      {name}
    </Text>
    <Text size={isSum ? 'md' : 'sm'} fw={isSum ? 600 : 400} style={{ whiteSpace: 'nowrap' }}>
      {value}
    </Text>
  </Group>
);
