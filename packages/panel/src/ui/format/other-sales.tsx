import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStoreFormats } from './use-store-formats.ts';
import { defineTexts, useTexts } from '../texts.ts';
import { ToneBadge } from '../tone-badge.tsx';

/** COM41: where the money of a sale came from. */
export type SaleKind = 'received' | 'marked' | 'simulated';

type SaleSum = { cents: number; orders: number };

const texts = defineTexts(
  {
    simulated: 'Simulado',
    marked: 'Marcado à mão',
    sum: (money: string, orders: string) => `${money} em ${orders === '1' ? '1 pedido' : `${orders} pedidos`}`,
  },
  {
    simulated: 'Simulated',
    marked: 'Marked as paid',
    sum: (money, orders) => `${money} in ${orders === '1' ? '1 order' : `${orders} orders`}`,
  },
);

/** The sales that are in no sum of received money, each with its own; nothing if there are none. */
export function OtherSales({ sales }: { sales: { marked: SaleSum; simulated: SaleSum } }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useStoreFormats();
  return (['marked', 'simulated'] as const)
    .filter((kind) => sales[kind].orders > 0)
    .map((kind) => (
      <Group key={kind} gap="xs">
        <SaleBadge kind={kind} />
        <Text size="sm" c="dimmed">
          {t.sum(money(sales[kind].cents), number(sales[kind].orders))}
        </Text>
      </Group>
    ));
}

/** A badge of a sale whose money was not received; nothing for any other. */
export function SaleBadge({ kind }: { kind: SaleKind | null }): ReactNode {
  const t = useTexts(texts);
  if (kind === 'simulated') return <ToneBadge tone="wait">{t.simulated}</ToneBadge>;
  return kind === 'marked' && <ToneBadge tone="plain">{t.marked}</ToneBadge>;
}
