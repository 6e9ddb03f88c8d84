import { List, ScrollArea, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStoreFormats } from '../format/use-store-formats.ts';
import { useTexts } from '../texts.ts';
import { contactOf, type ListedPurchase, type PeopleList } from './people-list.ts';
import { texts } from './texts.ts';

type GoingProps = { list: PeopleList; purchases: readonly ListedPurchase[]; chosen: ReadonlySet<number> };

/** The purchases that go with the chosen people, and who else is named in them. */
export function PurchasesGoing({ list, purchases, chosen }: GoingProps): ReactNode {
  const t = useTexts(texts);
  const { money, date } = useStoreFormats();
  const titleOf = ({ kind, number }: ListedPurchase): string => {
    if (kind !== 'order') return kind === 'cart' ? t.cart : t.event;
    return number === null ? t.orderPlain : t.orderNumber(number);
  };
  const describe = (one: ListedPurchase): string => {
    const others = one.people.filter((index) => !chosen.has(index)).map((index) => contactOf(list.people[index]!));
    return [
      titleOf(one),
      one.name,
      one.cents === null ? null : money(one.cents),
      date(one.at),
      others.length === 0 ? null : t.alsoNames(others.join('; ')),
    ]
      .filter((part) => part !== null)
      .join(', ');
  };
  if (purchases.length === 0) return null;
  return (
    <ScrollArea.Autosize mah={180}>
      <List size="sm">
        {purchases.map((one) => (
          <List.Item key={one.id}>{describe(one)}</List.Item>
        ))}
      </List>
      {list.isCut && (
        <Text size="sm" c="dimmed">
          {t.cut}
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
