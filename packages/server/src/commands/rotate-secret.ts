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
import { lowestId } from '../platform/ids.ts';
import { withDatabase } from './with-database.ts';

/** The successive values of the server's secret during its rotation. `file`: where it is stored; undefined: RETOMA_SECRET is set. */
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

/** The result of sealing all values under the newest secret. */
export type Rotated = {
  /** Values that were sealed under an older secret before. */
  resealed: number;
  /** Values that were sealed under the newest secret already. */
  current: number;
  /** Values sealed under no accepted secret: they must be entered again. */
  unreadable: { table: SealedTable; id: string }[];
};

const batch = 500;

/** Seals all values under the newest secret. It can run while the service runs, and can be repeated after an interruption. */
export function rotateSecret(environment: Record<string, string | undefined>): Promise<Rotated> {
  return withDatabase(environment, async ({ db, credentialsKey: keys }) => {
    const rotated: Rotated = { resealed: 0, current: 0, unreadable: [] };
    const newest = keysOf(keys)[0]!;
    for (const table of sealedTables) {
      let after = lowestId;
      for (;;) {
        const values = await sealedValueList(db, table, after, batch);
        for (const value of values) {
          const { id, context, sealed } = value;
          const plain = unseal(keys, context, sealed);
          if (plain === undefined) rotated.unreadable.push({ table, id });
          else if (unseal(newest, context, sealed) !== undefined) rotated.current++;
          // A value that changed meanwhile may be sealed under the previous secret, so all values are checked again.
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
