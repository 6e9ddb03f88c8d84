import type { Channel } from '@retoma/flow';
import { simulatedConnections } from '../../providers/channels/index.ts';
import {
  storeDownChannels,
  storeSimulatedChannels,
  storeUnverifiedChannels,
  storeWaiting,
  type DownChannel,
} from './queries/store-health.ts';
import type { Queryable } from '../../base/postgres/pool.ts';

/** R5: the longest normal delay of a queue, in seconds. */
export const maxDelaySeconds = 60;

/** The state of a store's queues and channels. */
export type StoreHealth = {
  /** The delay of the oldest work, in seconds; 0 if it is within the limit of R5. */
  readonly lateSeconds: number;
  readonly channels: readonly DownChannel[];
  /** COM15: channels without a known problem whose provider has not accepted the credentials. */
  readonly unverified: readonly Channel[];
  /** COM15: channels of a live store that only simulate: no shopper gets their messages. */
  readonly simulated: readonly Channel[];
  /** COM21: contacts whose messages are held. */
  readonly held: { readonly contacts: number; readonly until: Date | null };
  /** COM23: whether cards are not offered, to some or all shoppers. The owners got an e-mail, or will. */
  readonly cardsBlocked: boolean;
};

/** Reads the health of one store; `now` in milliseconds since 1970. */
export async function storeHealth(db: Queryable, storeId: string, now: number): Promise<StoreHealth> {
  const waiting = await storeWaiting(db, storeId, new Date(now));
  const { oldestWork, heldContacts, heldUntil, cardsBlocked } = waiting;
  const late = oldestWork === null ? 0 : Math.floor((now - oldestWork.getTime()) / 1000);
  return {
    lateSeconds: late > maxDelaySeconds ? late : 0,
    channels: await storeDownChannels(db, storeId, new Date(now)),
    unverified: await storeUnverifiedChannels(db, storeId),
    simulated: await storeSimulatedChannels(db, storeId, simulatedConnections),
    held: { contacts: heldContacts, until: heldUntil },
    cardsBlocked,
  };
}
