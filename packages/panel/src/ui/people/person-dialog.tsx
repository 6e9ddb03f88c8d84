import { Checkbox, ScrollArea, Stack, Text } from '@mantine/core';
import { formatAnyPhone } from '@retoma/commerce/person';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';
import { useStoreFormats } from '../format/use-store-formats.ts';
import { useTexts } from '../texts.ts';
import { contactOf, goingWith, isContactOf, namedPeople, type ListedPerson, type PeopleList } from './people-list.ts';
import { PurchasesGoing } from './purchases-going.tsx';
import { texts } from './texts.ts';

type DialogProps = {
  action: 'export' | 'erase';
  list: PeopleList;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: (chosen: readonly ListedPerson[]) => void;
};

/** COM8: the people who share a contact, the choice among them, and exactly what goes with it. */
export function PersonDialog({ action, list, isBusy, onClose, onConfirm }: DialogProps): ReactNode {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState(() => namedPeople(list));
  const people = list.people.filter((_, index) => chosen.has(index));
  const going = goingWith(list, chosen);
  const count = (kind: string): number => going.purchases.filter((one) => one.kind === kind).length;
  const summary = [
    [count('order'), t.orders] as const,
    [count('cart'), t.carts] as const,
    [count('event'), t.events] as const,
    [going.messages, t.messages] as const,
  ].flatMap(([number, text]) => (number === 0 ? [] : [text(number)]));
  const toggle = (index: number): void =>
    setChosen(new Set(chosen.has(index) ? without(chosen, index) : [...chosen, index]));
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={action === 'export' ? t.exportTitle : t.eraseTitle}
      action={action === 'export' ? t.export : t.erase}
      isHarmless={action === 'export'}
      isBusy={isBusy}
      isReady={people.length > 0}
      {...(action === 'erase' &&
        people[0] && { typed: { label: typedLabel(people[0], t), accepts: (text) => isContactOf(people, text) } })}
      onClose={onClose}
      onConfirm={() => onConfirm(people)}
    >
      <Stack gap="sm">
        {list.people.length > 1 && <Text size="sm">{t.choose}</Text>}
        <ScrollArea.Autosize mah={220}>
          <Stack gap="xs">
            {list.people.map((one, index) => (
              <PersonChoice
                key={contactOf(one)}
                person={one}
                isChosen={chosen.has(index)}
                toggle={() => toggle(index)}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Text size="sm" fw={500} role="status">
          {people.length === 0 ? t.nothingChosen : (action === 'export' ? t.exported : t.erased)(summary.join(', '))}
        </Text>
        <PurchasesGoing list={list} purchases={going.purchases} chosen={chosen} />
        {action === 'erase' && <Text size="sm">{t.eraseText}</Text>}
      </Stack>
    </ConfirmDialog>
  );
}

const without = (all: ReadonlySet<number>, index: number): number[] => [...all].filter((one) => one !== index);

type Labels = { typeDocument: (document: string) => string; typeContact: (contact: string) => string };

function typedLabel({ email, phone, document }: ListedPerson, t: Labels): string {
  const contact = email ?? (phone && formatAnyPhone(phone));
  return contact === null ? t.typeDocument(document ?? '') : t.typeContact(contact);
}

type ChoiceProps = { person: ListedPerson; isChosen: boolean; toggle: () => void };

function PersonChoice({ person, isChosen, toggle }: ChoiceProps): ReactNode {
  const t = useTexts(texts);
  const { number } = useStoreFormats();
  const { names, orders, carts, messages } = person;
  const counts = [t.orders(orders), t.carts(carts), t.messages(messages)].join(', ');
  return (
    <Checkbox
      checked={isChosen}
      onChange={toggle}
      label={contactOf(person)}
      description={`${names.slice(0, 3).join(', ')}${names.length > 3 ? ` +${number(names.length - 3)}` : ''}${names.length > 0 ? ': ' : ''}${counts}`}
    />
  );
}
