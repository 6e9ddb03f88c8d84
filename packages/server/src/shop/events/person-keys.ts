import type { EventData } from '@retoma/commerce';
import { searchKey } from '../../base/crypto/contact-hash.ts';

/** The contact keys of the person of an event; null: unknown. */
export function personKeysIn({ customer, lead }: Pick<EventData, 'customer' | 'lead'>): {
  email: string | null;
  phone: string | null;
} {
  const keyOf = (kind: 'email' | 'phone'): string | null =>
    [customer, lead].map((contact) => searchKey(kind, contact?.[kind])).find((key) => key !== null) ?? null;
  return { email: keyOf('email'), phone: keyOf('phone') };
}
