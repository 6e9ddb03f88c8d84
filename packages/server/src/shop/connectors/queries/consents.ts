// CON11: consents that members began. Instants in milliseconds since 1970.
import { milliseconds } from '../../../base/postgres/driver/milliseconds.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, execute, queryRow } from '../../../base/postgres/query.ts';
import { deleteOldest, type DeleteBatch } from '../../../base/retention/retention.ts';
import { instantOf } from './connections.ts';

/** A consent. `accepted`: sealed, the shop that accepted; null: none did yet. */
export type PlatformConsent = {
  readonly consentId: string;
  readonly storeId: string;
  readonly userId: string;
  readonly platform: string;
  readonly method: number;
  readonly shop: string | null;
  readonly stateHash: Buffer;
  readonly expiresAt: number;
  readonly usedAt: number | null;
  readonly accepted: Buffer | null;
};

/** Stores a consent that a member begins. */
export const platformConsentInsert = (
  db: Queryable,
  consent: Omit<PlatformConsent, 'usedAt' | 'accepted'>,
): Promise<void> =>
  execute(db, {
    name: 'platform-consent-insert',
    text: `insert into platform_consents (consent_id, store_id, user_id, platform, method, shop, state_hash, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, ${instantOf('$8')})`,
    values: [
      consent.consentId,
      consent.storeId,
      consent.userId,
      consent.platform,
      consent.method,
      consent.shop,
      consent.stateHash,
      consent.expiresAt,
    ],
  });

/** The consent with a state that has not expired; undefined: there is none. */
export const platformConsentFind = (
  db: Queryable,
  { consentId, stateHash, now }: { consentId: string; stateHash: Buffer; now: number },
): Promise<PlatformConsent | undefined> =>
  queryRow(db, {
    name: 'platform-consent-find',
    text: `select consent_id as "consentId", store_id as "storeId", user_id as "userId", platform, method, shop, state_hash as "stateHash",
             ${milliseconds('expires_at')} as "expiresAt", ${milliseconds('used_at')} as "usedAt", accepted
           from platform_consents where consent_id = $1 and state_hash = $2 and expires_at > ${instantOf('$3')}`,
    values: [consentId, stateHash, now],
  });

/** Uses a consent. False: it was used. */
export const platformConsentUse = (db: Queryable, consentId: string, now: number): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-consent-use',
    text: `update platform_consents set used_at = ${instantOf('$2')} where consent_id = $1 and used_at is null`,
    values: [consentId, now],
  });

/** Stores the shop that accepted, sealed, until the member's browser returns; null: it has been connected. */
export const platformConsentAccept = (db: Queryable, consentId: string, accepted: Buffer | null): Promise<boolean> =>
  affectsOne(db, {
    name: 'platform-consent-accept',
    text: `update platform_consents set accepted = $2
           where consent_id = $1 and used_at is not null and ($2::bytea is not null or accepted is not null)`,
    values: [consentId, accepted],
  });

/** Deletes consents that expired long ago. */
export const platformConsentForget: DeleteBatch = deleteOldest('platform_consents', 'expires_at');
