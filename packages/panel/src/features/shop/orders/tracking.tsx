import { Anchor, Button, Modal, Select, Stack, Text, TextInput, type ComboboxItem } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { describeFieldValue, shipmentStatuses } from '@retoma/flow';
import type { ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { useApiMutation, useApiQuery } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useLocale, type Locale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { Part } from '../purchase-parts.tsx';
import { texts } from '../texts.ts';
import type { Order } from '../labels.ts';

/** The state of an order's shipment, and the form to change it. */
export function Tracking({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const [isOpen, { open, close }] = useDisclosure();
  const { tracking } = order;
  const { locale } = useLocale();
  return (
    <Part title={t.tracking}>
      {tracking?.code ? (
        <FactList
          facts={[
            [t.trackingCode, tracking.code],
            [t.carrier.replace(/ \(.*/, ''), tracking.carrier],
            [
              t.shipmentStatus,
              tracking.status && capitalised(describeFieldValue('tracking.status', tracking.status, locale)),
            ],
            [
              t.follow,
              tracking.url && (
                <Anchor key="follow" href={tracking.url} target="_blank" rel="noreferrer">
                  {tracking.url}
                </Anchor>
              ),
            ],
          ]}
        />
      ) : (
        <Text c="dimmed">{t.noTracking}</Text>
      )}
      {can('changeOrders') && (
        <Button variant="default" onClick={open}>
          {tracking?.code ? t.editTracking : t.addTracking}
        </Button>
      )}
      <Modal opened={isOpen} onClose={close} title={t.tracking}>
        <TrackingForm order={order} close={close} />
      </Modal>
    </Part>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The options of a shipment's status: those that conditions use, and the current one, which the store's own system may have set. */
const statusOptions = (current: string | null, locale: Locale): ComboboxItem[] =>
  [...new Set([...shipmentStatuses, ...(current === null ? [] : [current])])].map((status) => ({
    value: status,
    label: capitalised(describeFieldValue('tracking.status', status, locale)),
  }));

function TrackingForm({ order: { orderId, tracking }, close }: { order: Order; close: () => void }): ReactNode {
  const t = useTexts(texts);
  const track = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/tracking', {
    done: t.doneTracking,
    onSuccess: close,
    onError: notifyError,
  });
  const { locale } = useLocale();
  const automations = useApiQuery('GET /panel/api/stores/:storeId/automations', {}).data?.automations;
  const tells = automations?.some(({ active, triggerEvent }) => active && triggerEvent === 'tracking_code_updated');
  const before = tracking?.status ?? null;
  const form = useForm({
    initialValues: {
      code: tracking?.code ?? '',
      url: tracking?.url ?? '',
      carrier: tracking?.carrier ?? '',
      status: before,
    },
  });
  const submit = ({ code, url, carrier, status }: typeof form.values): void => {
    // A new code is a new shipment, to which the previous status does not apply.
    const isComplete = status !== null && (status !== before || code === tracking?.code);
    const body = { code, ...(url && { url }), ...(carrier && { carrier }), ...(isComplete && { status }) };
    track.mutate({ params: { orderId }, body });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={t.trackingCode}
          description={tells === false ? t.trackingSilent : t.trackingHint}
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        <TextInput label={t.carrier} {...form.getInputProps('carrier')} />
        <Select
          label={t.shipmentStatusOptional}
          description={t.shipmentStatusHint}
          data={statusOptions(before, locale)}
          allowDeselect={false}
          {...form.getInputProps('status')}
        />
        <TextInput label={t.trackingUrl} type="url" {...form.getInputProps('url')} />
        <DialogFoot>
          <Button variant="default" onClick={close}>
            {t.back}
          </Button>
          <Button type="submit" loading={track.isPending}>
            {t.save}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
