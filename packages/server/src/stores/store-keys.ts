import type { Clock } from '../base/clock.ts';
import type { Database } from '../base/postgres/pool.ts';
import { apiKeyList, type UsedKeyRow } from './queries/api-keys.ts';
import type { ApiKeys, KeyKind } from './api-key.ts';

/** Dependencies of this file. */
export type StoreKeyDeps = { readonly db: Database; readonly keys: ApiKeys; readonly clock: Clock };

/** A key as its owner may always see it. `ended`: it does not work any more. */
export type MaskedKey = Pick<UsedKeyRow, 'keyId' | 'kind' | 'scopes' | 'createdAt' | 'endsAt' | 'usedAt'> & {
  /** `rtm_live_••••Xy7z` */
  readonly masked: string;
  readonly ended: boolean;
};

/** Enough to distinguish two keys, and too little to guess the rest. */
const visibleLetters = 4;

/** The keys of a store, newest first, including ended ones. */
export async function storeKeys({ db, keys, clock }: StoreKeyDeps, storeId: string): Promise<MaskedKey[]> {
  const now = clock();
  return (await apiKeyList(db, storeId)).map((row) => {
    const { keyId, kind, scopes, createdAt, endsAt, usedAt } = row;
    const text = keys.encode(row);
    const masked = `${text.slice(0, text.lastIndexOf('_') + 1)}••••${text.slice(-visibleLetters)}`;
    return {
      keyId,
      kind,
      scopes,
      createdAt,
      endsAt,
      usedAt,
      masked,
      ended: endsAt !== null && endsAt.getTime() <= now,
    };
  });
}

/** The newest key of a kind that has no end, in full; undefined if the store has none. */
export async function workingKey(
  { db, keys }: Pick<StoreKeyDeps, 'db' | 'keys'>,
  storeId: string,
  kind: KeyKind,
): Promise<string | undefined> {
  const key = (await apiKeyList(db, storeId)).find((one) => one.kind === kind && one.endsAt === null);
  return key && keys.encode(key);
}
