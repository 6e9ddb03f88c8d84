import { Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useDo } from '../../api/query.ts';
import { tellDone, tellFailed } from '../../ui/notify.ts';
import { useTexts } from '../../ui/texts.ts';
import { useStore } from '../../ui/use-store.ts';
import { Facts, Part } from './purchase-parts.tsx';
import { texts } from './texts.ts';
import type { Order } from './words.ts';

/** Where an order's shipment is, and the way to say it. */
export function Tracking({ order }: { order: Order }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const [isOpen, { open, close }] = useDisclosure();
  const { tracking } = order;
  return (
    <Part title={t.tracking}>
      {tracking?.code ? (
        <Facts
          facts={[
            [t.trackingCode, tracking.code],
            [t.carrier.replace(/ \(.*/, ''), tracking.carrier],
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

function TrackingForm({ order: { orderId, tracking }, close }: { order: Order; close: () => void }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const track = useDo(
    'POST /panel/api/stores/:storeId/orders/:orderId/tracking',
    'GET /panel/api/stores/:storeId/orders/:orderId',
  );
  const [code, setCode] = useState(tracking?.code ?? '');
  const [url, setUrl] = useState(tracking?.url ?? '');
  const [carrier, setCarrier] = useState(tracking?.carrier ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { code, ...(url && { url }), ...(carrier && { carrier }) };
    track.mutate(
      { params: { storeId, orderId }, body },
      {
        onSuccess: () => {
          tellDone(t.doneTracking);
          close();
        },
        onError: tellFailed,
      },
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.trackingCode}
          description={t.trackingHint}
          required
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextInput label={t.carrier} value={carrier} onChange={(event) => setCarrier(event.currentTarget.value)} />
        <TextInput
          label={t.trackingUrl}
          type="url"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
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
