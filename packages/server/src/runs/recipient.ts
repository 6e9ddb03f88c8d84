import type { Channel } from '@retoma/flow';
import type { Engine } from './engine.ts';
import { personHash, personKey } from './person.ts';

/** The hash of whoever a channel reaches at an address; null where the address is none. */
export function personOf(
  { personSecret }: Pick<Engine, 'personSecret'>,
  storeId: string,
  channel: Channel,
  address: string,
): Buffer | null {
  const key = personKey(channel === 'email' ? 'email' : 'phone', address);
  return key === null ? null : personHash(personSecret, storeId, key);
}
