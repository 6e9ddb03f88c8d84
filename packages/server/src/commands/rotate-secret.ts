import path from 'node:path';
import { readConfig } from '../config/config.ts';
import {
  sealedTables,
  sealedValueList,
  sealedValueReplace,
  type SealedTable,
} from '../db/queries/privacy/sealed-values.ts';
import { keysOf, newSecret, readSecret, replaceSecret } from '../crypto/derive-keys.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { withDatabase } from './with-database.ts';

/** The values that replace the server's secret, one after the other, and the file that it is kept in; undefined: it is set. */
export function planSecret(environment: Record<string, string | undefined>): {
  first: string;
  then: string;
  last: string;
  file: string | undefined;
} {
  const { secret, home } = readConfig(environment);
  const file = secret === undefined ? path.join(home, 'secret') : undefined;
  return { ...replaceSecret(readSecret(secret, home), newSecret()), file };
}

/** What happened to the values that are sealed under the server's secret. */
export type Rotated = {
  /** Under an older secret before, under the newest one now. */
  resealed: number;
  /** Under the newest one already. */
  current: number;
  /** Sealed under no accepted secret: they must be entered again. */
  unreadable: { table: SealedTable; id: string }[];
};

const noId = '00000000-0000-0000-0000-000000000000';
const batch = 500;

/** Seals everything under the newest secret. May run beside the service, and again where it was interrupted. */
export function rotateSecret(environment: Record<string, string | undefined>): Promise<Rotated> {
  return withDatabase(environment, async ({ db, credentialsKey: keys }) => {
    const rotated: Rotated = { resealed: 0, current: 0, unreadable: [] };
    const newest = keysOf(keys)[0]!;
    for (const table of sealedTables) {
      let after = noId;
      for (;;) {
        const values = await sealedValueList(db, table, after, batch);
        for (const value of values) {
          const { id, context, sealed } = value;
          const plain = unseal(keys, context, sealed);
          if (plain === undefined) rotated.unreadable.push({ table, id });
          else if (unseal(newest, context, sealed) !== undefined) rotated.current++;
          // A value changed meanwhile may be sealed under the previous secret: it is checked again.
          else if (await sealedValueReplace(db, table, value, seal(keys, context, plain))) rotated.resealed++;
          else return rotateSecret(environment);
        }
        if (values.length < batch) break;
        after = values.at(-1)!.id;
      }
    }
    return rotated;
  });
}
