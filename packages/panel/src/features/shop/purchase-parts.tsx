import { freightText, raisedAmount } from '@retoma/commerce/freight';
import { Group, Stack, Table, Text, Timeline, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { inOrder } from '../../preview/pair-in-order.ts';
import { CustomerLink, type CustomerReference } from '../../ui/customer-link.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useLocale } from '../../ui/locale.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Surface } from '../../ui/surface.tsx';
import { AnchorLink } from '../../ui/links.tsx';
import { useTexts } from '../../ui/texts.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { useStoreFormats } from '../../ui/format/use-store-formats.ts';
import { useStore } from '../../ui/use-store.ts';
import { texts } from './texts.ts';
import { displayPhone } from './contact-name.tsx';
import { eventIcons, labels, type Checkout, type Order, type Person } from './labels.ts';

/** A card on the page of a purchase. */
export const Part = ({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}): ReactNode => (
  <section aria-label={title}>
    <Surface>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Surface>
  </section>
);

type ListedItem = Checkout['items'][number] & { returned?: number };

type Totals = Pick<Order, 'subtotal' | 'discount' | 'coupon' | 'methodDiscount' | 'interest' | 'freight' | 'total'>;

/** The items and the total. `kept`: of an order with refunds: what was given back, and what stays with the store. */
export function Items({
  items,
  totals,
  kept,
}: {
  items: readonly ListedItem[];
  totals: Totals;
  kept?: { returned: number; rest: number } | undefined;
}): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { money } = useStoreFormats();
  const { subtotal, discount, coupon, methodDiscount, interest, freight, total } = totals;
  const optionName = freight?.kind === 'chosen' ? freight.name : null;
  const raised =
    subtotal === null || total === null
      ? 0
      : raisedAmount({ subtotal, discount: discount ?? 0, freight, interest, total });
  const ofCart = (discount ?? 0) - (coupon?.amount ?? 0) - (methodDiscount?.amount ?? 0);
  const lines = [
    [t.subtotal, subtotal === null || subtotal === total ? null : money(subtotal)],
    [t.discount, ofCart > 0 ? money(-ofCart) : null],
    [t.couponOf(coupon?.code ?? ''), coupon && (coupon.amount > 0 ? money(-coupon.amount) : t.freeShipping)],
    [
      methodDiscount?.method ? t[`${methodDiscount.method}Discount`] : t.methodDiscount,
      methodDiscount && money(-methodDiscount.amount),
    ],
    [optionName ? `${t.shipping} · ${optionName}` : t.shipping, freight && freightText(freight, locale, money)],
    [t.interest, interest > 0 ? money(interest) : null],
    [t.adjusted, raised > 0 ? money(raised) : null],
    [t.total, total === null ? null : money(total)],
    [t.returned, kept ? money(-kept.returned) : null],
    [t.stays, kept ? money(kept.rest) : null],
  ] as const;
  const isSum = (name: string): boolean => name === t.total || name === t.stays;
  return (
    <Part title={t.items}>
      <Table verticalSpacing={8} horizontalSpacing={0} withRowBorders={false} style={{ overflowWrap: 'anywhere' }}>
        <Table.Tbody>
          {inOrder(items, (item) => (
            <Table.Tr>
              <Table.Td w={56}>
                <Picture address={item.picture} />
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <Text>{item.title}</Text>
                  {item.isBump && <ToneBadge tone="plain">{t.bump}</ToneBadge>}
                  {item.returned ? (
                    <ToneBadge tone="wait" icon="back">
                      {item.returned === item.quantity ? t.returnedItem : t.returnedPieces(item.returned)}
                    </ToneBadge>
                  ) : null}
                </Group>
                <Text size="xs" c="dimmed">
                  {[
                    `${item.quantity} ×`,
                    item.unitPrice !== null && money(item.unitPrice),
                    item.sku && `· ${item.sku}`,
                    ...item.options,
                  ]
                    .filter(Boolean)
                    .join(' ')}
                </Text>
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {item.total !== null && money(item.total)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {lines.map(([name, text]) =>
            text === null ? null : (
              <Table.Tr key={name}>
                <Table.Td colSpan={2}>{isSum(name) ? <b>{name}</b> : name}</Table.Td>
                <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                  {isSum(name) ? <b>{text}</b> : text}
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tfoot>
      </Table>
    </Part>
  );
}

const Picture = ({ address }: { address: string | null }): ReactNode => (
  <span
    aria-hidden="true"
    style={{
      display: 'grid',
      placeItems: 'center',
      width: 44,
      height: 44,
      borderRadius: 8,
      overflow: 'hidden',
      background: 'var(--retoma-hover)',
    }}
  >
    {address === null ? (
      <Icon name="cart" />
    ) : (
      <img src={address} alt="" width={44} height={44} loading="lazy" style={{ objectFit: 'cover' }} />
    )}
  </span>
);

/** The buyer, whose name opens their page, and the delivery address. */
export function Customer({
  person,
  address,
  of,
}: {
  person: Person;
  address: readonly string[];
  of: CustomerReference;
}): ReactNode {
  const t = useTexts(texts);
  const isKnown = person.name ?? person.email ?? person.phone;
  const hasPage = person.email !== null || person.phone !== null;
  const opened = (text: string): ReactNode => (hasPage ? <CustomerLink of={of}>{text}</CustomerLink> : text);
  return (
    <Part title={t.customer}>
      {!isKnown && <Text c="dimmed">{t.unknown}</Text>}
      <FactList
        facts={[
          [t.name, person.name && opened(person.name)],
          [t.email, person.email && (person.name === null ? opened(person.email) : person.email)],
          [t.phone, displayPhone(person.phone)],
          [t.address, address.length > 0 ? address.map((line) => <div key={line}>{line}</div>) : null],
        ]}
      />
    </Part>
  );
}

/** The events of a purchase, oldest first, and the automations that they started. */
export function Happened({ events }: { events: Order['events'] }): ReactNode {
  const t = useTexts(texts);
  const w = useTexts(labels);
  const { instant } = useStoreFormats();
  const { storeId } = useStore();
  if (events.length === 0)
    return (
      <Part title={t.happened}>
        <Text c="dimmed">{t.nothingHappened}</Text>
      </Part>
    );
  return (
    <Part title={t.happened}>
      <Timeline bulletSize={26} lineWidth={2} active={events.length}>
        {events.map(({ eventId, type, at, runs }) => (
          <Timeline.Item key={eventId} bullet={<Icon name={eventIcons[type]} size={14} />} title={w[type]}>
            <Text size="xs" c="dimmed">
              {instant(at)}
            </Text>
            {runs.map(({ runId, automation, status }) => (
              <Text key={runId} size="sm">
                {t.started}{' '}
                <AnchorLink underline="always" to="/$storeId/runs/$runId" params={{ storeId, runId }}>
                  {automation}
                </AnchorLink>{' '}
                · {w[`run_${status}` as 'run_waiting'] ?? status}
              </Text>
            ))}
          </Timeline.Item>
        ))}
      </Timeline>
    </Part>
  );
}
