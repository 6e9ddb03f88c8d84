import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery, useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { AddOption } from './add-option.tsx';
import { Carriers } from './carriers.tsx';
import { FreightSettings } from './freight-settings.tsx';
import { regionText } from './region-text.ts';
import { SimulateQuote } from './simulate-quote.tsx';
import { texts } from './texts.ts';

type ShippingOption = ApiResponse<'GET /panel/api/stores/:storeId/shipping-options'>['options'][number];

/** COM12: the shipping options of a store. */
export function ShippingSection(): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/shipping-options', {});
  const freight = useApiQuery('GET /panel/api/stores/:storeId/freight', {});
  return (
    <Stack gap={32}>
      <Loaded query={freight} rows={6}>
        {(loaded) => (
          <Stack gap={32}>
            <Carriers freight={loaded} />
            <FreightSettings saved={loaded.settings} />
            <SimulateQuote freight={loaded} />
          </Stack>
        )}
      </Loaded>
      <Topic title={t.options} help={t.help}>
        <Loaded query={query} rows={3}>
          {({ options }) =>
            options.length === 0 ? (
              <Text>{t.none}</Text>
            ) : (
              options.map((option) => <OptionRow key={option.shippingOptionId} option={option} />)
            )
          }
        </Loaded>
      </Topic>
      <Topic title={t.add}>
        <AddOption />
      </Topic>
    </Stack>
  );
}

function OptionRow({ option }: { option: ShippingOption }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const [isOpen, { open, close }] = useDisclosure();
  const retire = useApiMutation('POST /panel/api/stores/:storeId/shipping-options/:shippingOptionId/retire', {
    done: t.retired,
    onError: notifyError,
    onSettled: close,
  });
  const {
    shippingOptionId,
    name,
    carrier,
    price,
    turnaroundMinDays: minDays,
    turnaroundMaxDays: maxDays,
    freeAbove,
    region,
    pickup,
    besideCarriers,
  } = option;
  const facts = [
    price === 0 ? t.free : money(price),
    ...(carrier ? [carrier] : []),
    ...(minDays !== null || maxDays !== null ? [t.days(minDays, maxDays)] : []),
    ...(freeAbove !== null && price > 0 ? [t.freeFrom(money(freeAbove))] : []),
    ...(region ? [regionText(region)] : []),
    ...(pickup ? [t.pickupAt(pickup.address, pickup.hours)] : []),
    ...(besideCarriers ? [t.beside] : []),
  ];
  return (
    <Group justify="space-between">
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      </div>
      <Button size="xs" variant="subtle" color="vermelho" aria-label={t.retireWhat(name)} onClick={open}>
        {t.retire}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t.retireTitle(name)}
        action={t.retire}
        isBusy={retire.isPending}
        onClose={close}
        onConfirm={() => retire.mutate({ params: { shippingOptionId }, body: {} })}
      >
        {t.retireText}
      </ConfirmDialog>
    </Group>
  );
}
