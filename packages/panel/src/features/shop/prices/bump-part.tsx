import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation, useApiQuery } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { OtherSales } from '../../../ui/format/other-sales.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { BumpForm } from './bump-form.tsx';
import { texts } from './texts.ts';

/** An order bump with what it sold. */
type Bump = ApiResponse<'GET /panel/api/stores/:storeId/order-bumps'>['bumps'][number];

/** COM30: the offer of the payment page, and what it and earlier ones sold. */
export function BumpPart(): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/order-bumps', {});
  return (
    <Topic title={t.bump} help={t.bumpHelp}>
      <Loaded query={query} rows={2}>
        {({ bumps }) => {
          const active = bumps.find((bump) => bump.active);
          // Earlier ones are shown while orders with them still come.
          const earlier = bumps.filter(
            ({ active, sales }) => !active && sales.orders + sales.marked.orders + sales.simulated.orders > 0,
          );
          return (
            <Stack gap="md">
              <ActiveBump active={active} />
              {earlier.length > 0 && (
                <>
                  <Title order={3} size="h4">
                    {t.earlierBumps}
                  </Title>
                  {earlier.map((bump) => (
                    <BumpFacts key={bump.bumpId} bump={bump} />
                  ))}
                </>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Topic>
  );
}

function ActiveBump({ active }: { active: Bump | undefined }): ReactNode {
  const t = useTexts(texts);
  const [isEditing, { open, close }] = useDisclosure();
  const [isEnding, { open: openEnd, close: closeEnd }] = useDisclosure();
  const end = useApiMutation('POST /panel/api/stores/:storeId/order-bumps/end', {
    done: t.bumpEnded,
    onError: notifyError,
    onSettled: closeEnd,
  });
  if (isEditing) return <BumpForm active={active} onClose={close} />;
  return (
    <>
      {active ? <BumpFacts bump={active} /> : <Text>{t.noBump}</Text>}
      <Group gap="xs">
        <Button variant="default" onClick={open}>
          {active ? t.changeBump : t.newBump}
        </Button>
        {active && (
          <Button variant="subtle" color="vermelho" onClick={openEnd}>
            {t.endBump}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={isEnding}
        title={t.endBumpTitle}
        action={t.endBump}
        isBusy={end.isPending}
        onClose={closeEnd}
        onConfirm={() => end.mutate({ body: {} })}
      >
        {t.endText}
      </ConfirmDialog>
    </>
  );
}

function BumpFacts({ bump }: { bump: Bump }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useFormats();
  const { title, price, originalPrice, products, sales } = bump;
  const facts = [
    money(price),
    ...(originalPrice !== null ? [t.insteadOf(money(originalPrice))] : []),
    ...(products.length > 0 ? [t.withProducts(products.length, number(products.length))] : []),
  ];
  return (
    <div>
      <Text fw={500}>{title}</Text>
      <Text size="sm">{facts.join(' · ')}</Text>
      <Text size="sm" c="dimmed">
        {t.bumpSold(sales.orders, number(sales.orders), money(sales.cents))}
      </Text>
      <OtherSales sales={sales} />
    </div>
  );
}
