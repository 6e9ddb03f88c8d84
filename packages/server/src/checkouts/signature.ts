import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import type { ApiKeys } from '../stores/api-key.ts';

/** CHK11: whether `header` (`sha256=<hex>`) is the HMAC of the raw body under any valid secret key of the store. */
export function isSignedBy(store: StoreRow, keys: ApiKeys, header: string, raw: Buffer, now: number): boolean {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (!hex) return false;
  const claimed = Buffer.from(hex, 'hex');
  return store.keys
    .filter(({ kind, endsAt }) => kind === 'secret' && (endsAt === null || endsAt > now))
    .flatMap(({ kind, keyId }) => keys.encodeAll({ kind, storeId: store.storeId, keyId }))
    .some((secretKey) => timingSafeEqual(createHmac('sha256', secretKey).update(raw).digest(), claimed));
}
