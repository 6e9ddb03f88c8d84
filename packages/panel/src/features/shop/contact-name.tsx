import { Text } from '@mantine/core';
import { formatAnyPhone } from '@retoma/commerce';
import type { ReactNode } from 'react';
import { CustomerLink, type CustomerReference } from '../../ui/customer-link.tsx';
import { useTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import type { Person } from './labels.ts';

/** Formats a Brazilian number in any spelling: `11987654321` → `(11) 98765-4321`; other numbers stay unchanged. */
export const displayPhone = (phone: string | null): string | null => (phone === null ? null : formatAnyPhone(phone));

/** The name of a contact, else its e-mail or phone. */
export const contactName = ({ name, email, phone }: Person): string | null => name ?? email ?? displayPhone(phone);

/** A contact in a list: its name, which opens the customer's page if there is an address, and below it another identifier. */
export function ContactName({ person, of }: { person: Person; of: CustomerReference }): ReactNode {
  const t = useTexts(texts);
  const name = contactName(person);
  const contact = [person.email, displayPhone(person.phone)].find((one) => one && one !== name);
  if (name === null)
    return (
      <Text span size="sm" c="dimmed">
        {'orderId' in of ? t.noPerson : t.unknown}
      </Text>
    );
  return (
    <>
      <Text span size="sm" fw={500}>
        {person.email === null && person.phone === null ? name : <CustomerLink of={of}>{name}</CustomerLink>}
      </Text>
      {contact && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {contact}
        </Text>
      )}
    </>
  );
}
