import path from 'node:path';
import { readConfig } from '../../base/config/config.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { secondFactorSealedColumn } from '../../members/queries/second-factors.ts';
import { shardSealedColumn } from '../shards/queries/shards.ts';
import {
  sealedValueList,
  sealedValueReplace,
  storeSealedColumns,
  type SealedColumn,
} from '../../base/postgres/queries/sealed-values.ts';
import { keysOf, newSecret, readSecret, replaceSecret } from '../../base/crypto/derive-keys.ts';
import { seal, unseal } from '../../base/crypto/seal.ts';
import { lowestId } from '../../base/ids.ts';
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
  unreadable: { table: string; id: string }[];
};

const batch = 500;

/** Seals all values of every shard under the newest secret. It can run while the service runs, and can be repeated after an interruption. */
export function rotateSecret(environment: Record<string, string | undefined>): Promise<Rotated> {
  return withDatabase(environment, async ({ databases, usersDb, credentialsKey: keys }) => {
    const ofStores = databases.numbers.flatMap((shard) =>
      storeSealedColumns.map((column) => ({ db: databases.ofShard(shard), column })),
    );
    const ofUsers = [secondFactorSealedColumn, shardSealedColumn].map((column) => ({ db: usersDb, column }));
    for (;;) {
      const rotated: Rotated = { resealed: 0, current: 0, unreadable: [] };
      let isComplete = true;
      for (const { db, column } of [...ofStores, ...ofUsers]) isComplete &&= await reseal(db, column, keys, rotated);
      // A value that changed meanwhile may be sealed under the previous secret, so all values are checked again.
      if (isComplete) return rotated;
    }
  });
}

/** Seals the values of a column, and adds them to `rotated`. False: a value has changed meanwhile. */
async function reseal(db: Queryable, column: SealedColumn, keys: Buffer, rotated: Rotated): Promise<boolean> {
  const newest = keysOf(keys)[0]!;
  let after = lowestId;
  for (;;) {
    const values = await sealedValueList(db, column, after, batch);
    for (const value of values) {
      const { id, context, sealed } = value;
      const plain = unseal(keys, context, sealed);
      if (plain === undefined) rotated.unreadable.push({ table: column.table, id });
      else if (unseal(newest, context, sealed) !== undefined) rotated.current++;
      else if (await sealedValueReplace(db, column, value, seal(keys, context, plain))) rotated.resealed++;
      else return false;
    }
    if (values.length < batch) return true;
    after = values.at(-1)!.id;
  }
}
