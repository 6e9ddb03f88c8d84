import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { examplePrices } from './example-prices.ts';
import { methods, type PriceRules } from './rules-form.ts';
import { texts } from './texts.ts';

/** The goods of the example, in cents. */
const exampleCents = 10_000;

/** What a shopper pays for goods of R$ 100,00 by the rules as typed; `rules` null: they are not complete. */
export function RulesPreview({ rules }: { rules: PriceRules | null }): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  if (!rules) return <Text c="dimmed">{t.incomplete}</Text>;
  const { missing, totals, interestFree, longest } = examplePrices(rules, exampleCents);
  if (missing > 0) return <Text role="status">{t.belowMinimum(money(exampleCents), money(missing))}</Text>;
  const lines = [
    ...methods.map((method) => t.costs(t[`in_${method}`], money(totals[method]))),
    ...(interestFree ? [t.withoutInterest(interestFree.count, money(interestFree.each))] : []),
    ...(longest ? [t.withInterest(longest.count, money(longest.each), money(longest.total))] : []),
    ...(rules.installments ? [] : [t.providerDecides]),
  ];
  return (
    <Stack gap={4} role="status">
      {lines.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
    </Stack>
  );
}
