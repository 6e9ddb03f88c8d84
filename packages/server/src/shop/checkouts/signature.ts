import { createHmac, timingSafeEqual } from 'node:crypto';
import { hasScope } from '@retoma/commerce';
import type { StoreRow } from '../../stores/queries/stores.ts';
import type { ApiKeys } from '../../stores/api-key.ts';

/** CHK11: how far the time of a signature may be from now, in milliseconds. */
const toleranceMs = 5 * 60_000;

/** The result of a check. `digest`: the HMAC as hex, which names this signature. */
export type CheckedSignature =
  { ok: true; digest: string } | { ok: false; code: 'wrong_signature' | 'stale_signature' };

/** The parts of a header. `prefix`: what is signed before the raw body; `seconds`: null in the form without a time. */
type Signature = { prefix: string; seconds: number | null; claimed: Buffer };

/**
 * CHK11: checks `header`: the HMAC under any valid secret key of the store that may write checkouts (API1). `t=<seconds>,v1=<hex>`, with an optional `n=<nonce>` between
 * them, signs time, nonce and raw body, joined by dots; `sha256=<hex>` signs the raw body alone, and has no time.
 */
export function checkSignature(
  store: StoreRow,
  keys: ApiKeys,
  header: string,
  raw: Buffer,
  now: number,
): CheckedSignature {
  const signature = readHeader(header);
  if (!signature) return { ok: false, code: 'wrong_signature' };
  const { prefix, seconds, claimed } = signature;
  const isSigned = store.keys
    .filter(
      ({ kind, scopes, endsAt }) =>
        kind === 'secret' && hasScope(scopes, 'checkouts:write') && (endsAt === null || endsAt > now),
    )
    .flatMap(({ kind, keyId }) => keys.encodeAll({ kind, storeId: store.storeId, keyId, test: store.test }))
    .some((secretKey) => timingSafeEqual(createHmac('sha256', secretKey).update(prefix).update(raw).digest(), claimed));
  if (!isSigned) return { ok: false, code: 'wrong_signature' };
  if (seconds !== null && Math.abs(now - seconds * 1000) > toleranceMs) return { ok: false, code: 'stale_signature' };
  return { ok: true, digest: claimed.toString('hex') };
}

function readHeader(header: string): Signature | undefined {
  const timeless = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (timeless !== undefined) return { prefix: '', seconds: null, claimed: Buffer.from(timeless, 'hex') };
  const found = /^t=(\d{1,12})(?:,n=([\w-]{1,64}))?,v1=([0-9a-f]{64})$/i.exec(header);
  if (!found) return undefined;
  const [, seconds = '', nonce, hex = ''] = found;
  const prefix = nonce === undefined ? `${seconds}.` : `${seconds}.${nonce}.`;
  return { prefix, seconds: Number(seconds), claimed: Buffer.from(hex, 'hex') };
}
