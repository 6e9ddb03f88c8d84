import { Anchor, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { describeFieldValue, shipmentStatuses } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useStore } from '../../../ui/use-store.ts';
import { FactList, Part } from '../purchase-parts.tsx';
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

/** A select of the statuses that conditions use, and of the current one, which the store's own system may have set. */
function StatusSelect({
  current,
  value,
  onChange,
}: {
  current: string;
  value: string;
  onChange: (to: string) => void;
}): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const known: readonly string[] = shipmentStatuses;
  const values = current === '' || known.includes(current) ? known : [...known, current];
  const data = values.map((status) => ({
    value: status,
    label: capitalised(describeFieldValue('tracking.status', status, locale)),
  }));
  return (
    <Select
      label={t.shipmentStatusOptional}
      description={t.shipmentStatusHint}
      data={data}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

function TrackingForm({ order: { orderId, tracking }, close }: { order: Order; close: () => void }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const track = useApiMutation('POST /panel/api/stores/:storeId/orders/:orderId/tracking');
  const before = tracking?.status ?? '';
  const form = useForm({
    code: tracking?.code ?? '',
    url: tracking?.url ?? '',
    carrier: tracking?.carrier ?? '',
    status: before,
  });
  const submit = ({ code, url, carrier, status }: typeof form.values): void => {
    // A new code is a new shipment, to which the previous status does not apply.
    const isComplete = status !== '' && (status !== before || code === tracking?.code);
    const body = { code, ...(url && { url }), ...(carrier && { carrier }), ...(isComplete && { status }) };
    track.mutate(
      { params: { storeId, orderId }, body },
      {
        onSuccess: () => {
          notifySuccess(t.doneTracking);
          close();
        },
        onError: notifyError,
      },
    );
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={t.trackingCode}
          description={t.trackingHint}
          required
          data-autofocus
          {...form.field('code')}
        />
        <TextInput label={t.carrier} {...form.field('carrier')} />
        <StatusSelect current={before} {...form.field('status')} />
        <TextInput label={t.trackingUrl} type="url" {...form.field('url')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.back}
          </Button>
          <Button type="submit" loading={track.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
