import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/format/formats.ts';
import { OtherSales } from '../../../ui/format/other-sales.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { Home, Recovered } from './home-data.ts';
import { texts } from './texts.ts';

/** COM41: all sales, and the share that messages recovered. */
export function PaidSales({ paid, recovered }: { paid: NonNullable<Home['paid']>; recovered: Recovered }): ReactNode {
  const t = useTexts(texts);
  const { money, number, percent } = useFormats();
  return (
    <Surface>
      <Stack gap={0}>
        <Title order={2}>{t.paid}</Title>
        <Text fz={28} lh="36px" fw={600}>
          {money(paid.cents)}
        </Text>
        <Text size="sm" c="dimmed">
          {t.orders(number(paid.orders))}
          {paid.cents > 0 && ` · ${t.share(percent(Math.min(1, recovered.cents / paid.cents)))}`}
        </Text>
        <OtherSales sales={paid} />
      </Stack>
    </Surface>
  );
}
