import { hasScope, type ApiScope, type ErrorCode } from '@retoma/commerce';
import type { StoreRow } from './queries/stores.ts';
import type { ApiKey, KeyKind } from './api-key.ts';

/** Why a key does not work for the store it names, in the order of CHK1; undefined: it works. */
export function apiKeyRefusal(
  key: ApiKey,
  store: StoreRow | undefined,
  { wanted, scope }: { readonly wanted: KeyKind | 'any'; readonly scope?: ApiScope | undefined },
  now: number,
): ErrorCode | undefined {
  if (!store) return 'STORE_NOT_FOUND';
  const known = store.keys.find((candidate) => candidate.keyId === key.keyId);
  // TST4: a key says of which mode it is; those of the demo and of examples did not always.
  if (key.test !== store.test && (key.test || store.testOf !== null)) return 'INVALID_API_KEY';
  if (!known || known.kind !== key.kind || (known.endsAt !== null && known.endsAt <= now)) return 'INVALID_API_KEY';
  if (!store.active) return 'STORE_INACTIVE';
  if (wanted !== 'any' && key.kind !== wanted) return 'WRONG_KEY_KIND';
  return scope === undefined || hasScope(known.scopes, scope) ? undefined : 'MISSING_SCOPE';
}
