import type { Channel } from '@retoma/flow';
import type { Queryable } from '../postgres/pool.ts';
import { affectedRows, execute, queryOneValue, queryRows } from '../postgres/query.ts';
import type { OptOutKey } from './opt-outs.ts';

/** COM8: a contact's choice for a channel. */
export type Consent = OptOutKey & {
  consentId: string;
  state: 'granted' | 'withdrawn';
  /** The source: checkout, unsubscribe page, one-click, reply, provider, complaint, cli, panel, erasure; 1 to 50 characters. */
  source: string;
  /** The name or e-mail address of the member who recorded it, at most 200 characters; null: no member did. */
  author?: string | null;
  /** The version of the text that the contact agreed to, at most 50 characters. */
  textVersion?: string | null;
  /** The IP address that the choice came from. */
  ip?: string | null;
  /** Milliseconds since 1970. */
  at: number;
};

/**
 * COM8: adds a consent to the log and updates the opt-out, in one statement. `withdrawn` stops all messages on the channel; `granted`
 * allows them again. The same choice twice makes two entries.
 */
export async function consentRecord(db: Queryable, consent: Consent): Promise<void> {
  const { consentId, storeId, channel, contactHash, state, source } = consent;
  const { author = null, textVersion = null, ip = null, at } = consent;
  await execute(db, {
    name: 'consent-record',
    text: `
      with said as (
        insert into consents (consent_id, store_id, channel, contact_hash, state, source, text_version, ip, at, author)
        values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9 / 1000.0), $10)
        returning store_id, channel, contact_hash, state, source, at),
      opted_out as (
        insert into opt_outs (store_id, channel, contact_hash, source, opted_out_at)
        select store_id, channel, contact_hash, source, at from said where state = 'withdrawn'
        on conflict do nothing)
      delete from opt_outs o using said
      where said.state = 'granted' and o.store_id = said.store_id and o.channel = said.channel and o.contact_hash = said.contact_hash`,
    values: [consentId, storeId, channel, contactHash, state, source, textVersion, ip, at, author],
  });
}

/** The time of the last choice for a channel, in milliseconds; null: never. */
export const consentNewest = (db: Queryable, { storeId, channel, contactHash }: OptOutKey): Promise<number | null> =>
  queryOneValue(db, {
    text: `select (extract(epoch from max(at)) * 1000)::float8 as at from consents
     where store_id = $1 and contact_hash = $2 and channel = $3`,
    values: [storeId, contactHash, channel],
  });

/** An entry of the log for display. */
export type ConsentRow = Pick<Consent, 'consentId' | 'channel' | 'state' | 'source'> & {
  author: string | null;
  textVersion: string | null;
  ip: string | null;
  at: Date;
};

/** Who stopped messages to a contact, how and when. */
export type OptOutCause = Pick<ConsentRow, 'source' | 'author' | 'at'>;

/** The choice that kept a message on a channel at an instant from being sent; undefined: none is known. `consents` are sorted by time. */
export const optOutBefore = (consents: readonly ConsentRow[], channel: Channel, at: Date): OptOutCause | undefined =>
  consents.findLast((one) => one.channel === channel && one.state === 'withdrawn' && one.at <= at);

/** All consents of contacts at a store, oldest first. */
export const consentList = (db: Queryable, storeId: string, contactHashes: readonly Buffer[]): Promise<ConsentRow[]> =>
  queryRows(db, {
    text: `select consent_id as "consentId", channel, state, source, author, text_version as "textVersion", host(ip) as ip, at from consents
     where store_id = $1 and contact_hash = any($2::bytea[]) order by at, consent_id`,
    values: [storeId, contactHashes],
  });

/** Deletes the IP addresses of consents; the consents stay. Returns the number of entries. */
export const consentForgetPlace = (db: Queryable, storeId: string, contactHashes: readonly Buffer[]): Promise<number> =>
  affectedRows(db, {
    text: 'update consents set ip = null where store_id = $1 and contact_hash = any($2::bytea[]) and ip is not null',
    values: [storeId, contactHashes],
  });
