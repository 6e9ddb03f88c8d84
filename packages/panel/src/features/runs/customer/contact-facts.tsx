import { Stack, Title } from '@mantine/core';
import { formatPhone } from '@retoma/commerce/person';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { FactList } from '../../../ui/fact-list.tsx';
import { OtherSales } from '../../../ui/format/other-sales.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

/** The contact data of a customer, and what they bought. */
export function ContactFacts({ customer }: { customer: Customer }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useStoreFormats();
  const { email, phone, aliases, orders, paid } = customer;
  const facts = [
    [t.email, email],
    [t.phone, phone && formatPhone(phone.replace(/^55(?=\d{10,11}$)/, '+55'))],
    [t.aliases, aliases.join(', ') || null],
    [t.orders, orders === 0 ? null : t.ordersOf(number(paid.orders), number(orders))],
    [t.spent, paid.cents === 0 ? null : money(paid.cents)],
  ] as const;
  return (
    <Surface component="section" aria-label={t.contact}>
      <Stack gap="sm">
        <Title order={2}>{t.contact}</Title>
        <FactList facts={facts} />
        <OtherSales sales={paid} />
      </Stack>
    </Surface>
  );
}
