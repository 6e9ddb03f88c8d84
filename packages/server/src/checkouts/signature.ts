import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StoreRow } from '../db/queries/stores/stores.ts';
import type { ApiKeys } from '../stores/api-key.ts';

/** CHK11: how far the time of a signature may be from now, in milliseconds. */
const toleranceMs = 5 * 60_000;

/** The result of a check. `digest`: the HMAC as hex, which names this signature. */
export type CheckedSignature =
  { ok: true; digest: string } | { ok: false; code: 'wrong_signature' | 'stale_signature' };

/**
 * CHK11: checks `header` (`t=<seconds>,v1=<hex>`, with an optional `n=<nonce>` between them): the HMAC of time, nonce and raw body, joined by
 * dots, under any valid secret key of the store.
 */
export function checkSignature(
  store: StoreRow,
  keys: ApiKeys,
  header: string,
  raw: Buffer,
  now: number,
): CheckedSignature {
  const found = /^t=(\d{1,12})(?:,n=([\w-]{1,64}))?,v1=([0-9a-f]{64})$/i.exec(header);
  if (!found) return { ok: false, code: 'wrong_signature' };
  const [, seconds = '', nonce, hex = ''] = found;
  const claimed = Buffer.from(hex, 'hex');
  const prefix = nonce === undefined ? `${seconds}.` : `${seconds}.${nonce}.`;
  const isSigned = store.keys
    .filter(({ kind, endsAt }) => kind === 'secret' && (endsAt === null || endsAt > now))
    .flatMap(({ kind, keyId }) => keys.encodeAll({ kind, storeId: store.storeId, keyId }))
    .some((secretKey) => timingSafeEqual(createHmac('sha256', secretKey).update(prefix).update(raw).digest(), claimed));
  if (!isSigned) return { ok: false, code: 'wrong_signature' };
  if (Math.abs(now - Number(seconds) * 1000) > toleranceMs) return { ok: false, code: 'stale_signature' };
  return { ok: true, digest: claimed.toString('hex') };
}
