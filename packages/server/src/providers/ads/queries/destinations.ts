import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow, queryRows } from '../../../base/postgres/query.ts';
import type { ConversionEvent } from './conversions.ts';

/** A store's account at a destination. `credentials` are sealed (seal.ts). */
export type DestinationRow = {
  destinationId: string;
  storeId: string;
  destination: string;
  settings: Record<string, unknown>;
  credentials: Buffer | null;
  events: ConversionEvent[];
  active: boolean;
  sendsItems: boolean;
  /** What the owner stated when switching it on. */
  legalBasis: string | null;
  /** When it accepted the made-up event; null: not since the account was changed. */
  verifiedAt: Date | null;
  /** Why the account needs its owner's attention. */
  lastError: string | null;
};

const columns = `destination_id as "destinationId", store_id as "storeId", destination, settings, credentials, events, active,
  sends_items as "sendsItems", legal_basis as "legalBasis", verified_at as "verifiedAt", last_error as "lastError"`;

/** The account of a store at a destination, or undefined. */
export const destinationFind = (
  db: Queryable,
  storeId: string,
  destination: string,
): Promise<DestinationRow | undefined> =>
  queryRow(db, {
    text: `select ${columns} from conversion_destinations where store_id = $1 and destination = $2`,
    values: [storeId, destination],
  });

/** The accounts of a store, oldest first. */
export const destinationList = (db: Queryable, storeId: string): Promise<DestinationRow[]> =>
  queryRows(db, {
    text: `select ${columns} from conversion_destinations where store_id = $1 order by created_at, destination_id`,
    values: [storeId],
  });

/** Stores or changes an account; clears the last error. Whether it is active is not changed. */
export const destinationUpsert = (
  db: Queryable,
  row: Omit<DestinationRow, 'active' | 'legalBasis' | 'lastError' | 'sendsItems'>,
): Promise<void> =>
  execute(db, {
    text: `insert into conversion_destinations (destination_id, store_id, destination, settings, credentials, events, verified_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (store_id, destination) do update set settings = excluded.settings, credentials = excluded.credentials,
       events = excluded.events, verified_at = excluded.verified_at, last_error = null`,
    values: [
      row.destinationId,
      row.storeId,
      row.destination,
      JSON.stringify(row.settings),
      row.credentials,
      row.events,
      row.verifiedAt,
    ],
  });

/** Switches an account on or off. False: there is none. */
export const destinationSwitch = (
  db: Queryable,
  {
    storeId,
    destination,
    active,
    sendsItems,
    legalBasis,
  }: Pick<DestinationRow, 'storeId' | 'destination' | 'active' | 'sendsItems' | 'legalBasis'>,
): Promise<boolean> =>
  affectsOne(db, {
    text: `update conversion_destinations set active = $3, sends_items = $4, legal_basis = coalesce($5, legal_basis)
     where store_id = $1 and destination = $2`,
    values: [storeId, destination, active, sendsItems, legalBasis],
  });

/** Stores why an account needs its owner's attention; null: clears it. */
export const destinationSetLastError = (
  db: Queryable,
  storeId: string,
  destination: string,
  lastError: string | null,
): Promise<void> =>
  execute(db, {
    name: 'destination-set-last-error',
    text: `update conversion_destinations set last_error = $3
     where store_id = $1 and destination = $2 and last_error is distinct from $3`,
    values: [storeId, destination, lastError],
  });
