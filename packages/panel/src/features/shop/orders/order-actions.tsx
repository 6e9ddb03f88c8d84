import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { Refused } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Failure } from '../../../ui/feedback/loaded.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from '../texts.ts';
import type { Order } from '../labels.ts';
import { RefundDialog } from './refund-dialog.tsx';

/** The actions of a merchant on an order in its current state. */
export function OrderActions({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const { can } = useStore();
  const [isRefunding, setRefunding] = useState(false);
  if (!can('changeOrders')) return null;
  const { orderId, status, received, missing, acceptable, returned } = order;
  const hasMoney = status === 'paid' || received > 0;
  const isUnderpaid = status === 'processing' && received > 0 && missing > 0;
  return (
    <>
      {isUnderpaid && (
        <Action
          {...{ orderId, act: 'rest', label: t.rest, text: t.restText, done: t.doneRest }}
          title={t.restTitle(money(missing))}
        />
      )}
      {acceptable && (
        <Action
          {...{ orderId, act: 'accept', label: t.accept, done: t.doneAccept }}
          title={t.acceptTitle(money(received))}
          text={status === 'paid' ? t.acceptPaidText : t.acceptText}
        />
      )}
      {status !== 'paid' && !hasMoney && !acceptable && returned === 0 && (
        <Action
          {...{ orderId, act: 'paid', label: t.markPaid, text: t.markPaidText, done: t.donePaid }}
          title={t.markPaidTitle}
        />
      )}
      {hasMoney && (
        <Button variant="default" onClick={() => setRefunding(true)}>
          {t.refund}
        </Button>
      )}
      {isRefunding && <RefundDialog order={order} close={() => setRefunding(false)} />}
      {status !== 'paid' && status !== 'cancelled' && (
        <Action
          {...{ orderId, act: 'cancel', label: t.cancel, text: t.cancelText, done: t.doneCancel }}
          title={t.cancelTitle}
          isGrave
        />
      )}
    </>
  );
}

type ActionProps = {
  orderId: string;
  /** The end of the endpoint's path. */
  act: 'paid' | 'rest' | 'accept' | 'cancel';
  label: string;
  title: string;
  text: string;
  done: string;
  /** Whether the action removes something. */
  isGrave?: boolean;
};

/** A button that requires a confirmation and describes the effect. The dialog shows a refusal. */
function Action(props: ActionProps): ReactNode {
  const { orderId, act, label, title, text, done, isGrave } = props;
  const t = useTexts(texts);
  const [isOpen, { open, close }] = useDisclosure();
  const change = useApiMutation(`POST /panel/api/stores/:storeId/orders/:orderId/${act}`, { done, onSuccess: close });
  return (
    <>
      <Button variant="default" {...(isGrave && { c: 'var(--mantine-color-error)' })} onClick={open}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        <Stack>
          <Text>{text}</Text>
          {change.error instanceof Refused && <Refusal error={change.error} />}
          {change.error && !(change.error instanceof Refused) && <Failure error={change.error} />}
          <DialogFoot>
            <Button variant="default" onClick={close} data-autofocus>
              {t.back}
            </Button>
            <Button
              {...(isGrave && { color: 'vermelho' })}
              loading={change.isPending}
              onClick={() => change.mutate({ params: { orderId }, body: {} })}
            >
              {label}
            </Button>
          </DialogFoot>
        </Stack>
      </Modal>
    </>
  );
}
