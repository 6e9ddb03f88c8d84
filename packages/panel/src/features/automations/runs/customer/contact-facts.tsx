import { Stack, Title } from '@mantine/core';
import { formatAnyPhone } from '@retoma/commerce/person';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { CustomerLink } from '../../../../ui/customer-link.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { OtherSales } from '../../../../ui/format/other-sales.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

/** The contact data of a customer, and what they bought. */
export function ContactFacts({ customer }: { customer: Customer }): ReactNode {
  const t = useTexts(texts);
  const { money, number } = useStoreFormats();
  const { email, phone, aliases, sharers, orders, paid } = customer;
  const sharing = sharers.length > 0 && <Sharers sharers={sharers} />;
  const facts = [
    [t.email, email],
    [t.phone, phone && formatAnyPhone(phone)],
    [t.aliases, aliases.join(', ') || null],
    [t.sharers, sharing],
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

/** Links to the pages of others who share the customer's phone. */
function Sharers({ sharers }: { sharers: Customer['sharers'] }): ReactNode {
  return (
    <Stack gap={4}>
      {sharers.map(({ name, email, phone, orderId, checkoutId }) => (
        <CustomerLink
          key={orderId ?? checkoutId}
          of={orderId === null ? { checkoutId: checkoutId ?? '' } : { orderId }}
        >
          {[name, email ?? (phone && formatAnyPhone(phone))].filter((one) => one !== null).join(', ')}
        </CustomerLink>
      ))}
    </Stack>
  );
}
