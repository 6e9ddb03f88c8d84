import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Refused } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Failure } from '../../../ui/feedback/loaded.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from '../texts.ts';
import type { Order } from '../labels.ts';

/** The actions of a merchant on an order in its current state. */
export function OrderActions({ order }: { order: Order }): ReactNode {
  const { can } = useStore();
  if (!can('changeOrders')) return null;
  const { status, received, missing, acceptable } = order;
  const hasMoney = status === 'paid' || received > 0;
  const isUnderpaid = status === 'processing' && received > 0 && missing > 0;
  return (
    <>
      {isUnderpaid && <RequestRest order={order} />}
      {acceptable && <Accept order={order} />}
      {status !== 'paid' && !hasMoney && !acceptable && <MarkPaid order={order} />}
      {hasMoney && <Refund order={order} />}
      {status !== 'paid' && status !== 'cancelled' && <Cancel order={order} />}
    </>
  );
}

function MarkPaid({ order: { orderId } }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const act = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/paid');
  return (
    <Confirmed
      label={t.markPaid}
      title={t.markPaidTitle}
      text={t.markPaidText}
      error={act.error}
      act={() => act.mutateAsync({ params: { orderId }, body: {} })}
      done={t.donePaid}
    />
  );
}

function RequestRest({ order: { orderId, missing } }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const act = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/rest');
  return (
    <Confirmed
      label={t.rest}
      title={t.restTitle(money(missing))}
      text={t.restText}
      error={act.error}
      act={() => act.mutateAsync({ params: { orderId }, body: {} })}
      done={t.doneRest}
    />
  );
}

function Accept({ order: { orderId, received, status } }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const act = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/accept');
  return (
    <Confirmed
      label={t.accept}
      title={t.acceptTitle(money(received))}
      text={status === 'paid' ? t.acceptPaidText : t.acceptText}
      error={act.error}
      act={() => act.mutateAsync({ params: { orderId }, body: {} })}
      done={t.doneAccept}
    />
  );
}

function Cancel({ order: { orderId } }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const act = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/cancel');
  return (
    <Confirmed
      label={t.cancel}
      title={t.cancelTitle}
      text={t.cancelText}
      error={act.error}
      act={() => act.mutateAsync({ params: { orderId }, body: {} })}
      done={t.doneCancel}
      isGrave
    />
  );
}

function Refund({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const [isExternal, setExternal] = useState(false);
  const act = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/refund');
  const { orderId, received, total } = order;
  const cents = received > 0 ? received : (total ?? 0);
  return (
    <Confirmed
      label={t.refund}
      title={t.refundTitle(money(cents))}
      text={t.refundText}
      error={act.error}
      act={() => act.mutateAsync({ params: { orderId }, body: { isReturned: isExternal } })}
      done={t.doneRefund}
      isGrave
    >
      <Checkbox
        label={t.refundedExternally}
        checked={isExternal}
        onChange={(event) => setExternal(event.currentTarget.checked)}
      />
    </Confirmed>
  );
}

/** Refunds one of several payments, which was not needed. */
export function RefundOne({ orderId, payment }: { orderId: string; payment: Order['payments'][number] }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const [isExternal, setExternal] = useState(false);
  const act = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/refund');
  const { paymentId, paid, amount, refunded } = payment;
  return (
    <Confirmed
      label={t.refundOne}
      title={t.refundTitle(money((paid ?? amount) - refunded))}
      text={t.refundOneText}
      error={act.error}
      act={() => act.mutateAsync({ params: { orderId }, body: { paymentId, isReturned: isExternal } })}
      done={t.doneRefund}
      isGrave
      isSmall
    >
      <Checkbox
        label={t.refundedExternally}
        checked={isExternal}
        onChange={(event) => setExternal(event.currentTarget.checked)}
      />
    </Confirmed>
  );
}

type ConfirmedProps = {
  label: string;
  title: string;
  text: string;
  done: string;
  error: Error | null;
  act: () => Promise<unknown>;
  /** Whether the action removes something. */
  isGrave?: boolean;
  isSmall?: boolean;
  children?: ReactNode;
};

/** A button that requires a confirmation and describes the effect. The dialog shows a refusal. */
function Confirmed({ label, title, text, done, error, act, isGrave, isSmall, children }: ConfirmedProps): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { open, close }] = useDisclosure();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await act();
      close();
      notifySuccess(done);
    } catch {
      // The dialog shows `error`.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant="default"
        {...(isGrave && { c: 'var(--mantine-color-error)' })}
        {...(isSmall && { size: 'xs' })}
        onClick={open}
      >
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <Stack>
          <Text>{text}</Text>
          {children}
          {error instanceof Refused && <Refusal error={error} />}
          {error && !(error instanceof Refused) && <Failure error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t.back}
            </Button>
            <Button {...(isGrave && { color: 'vermelho' })} loading={isBusy} onClick={() => void confirm()}>
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
