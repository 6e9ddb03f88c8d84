import { Client } from 'pg';
import type { UserDatabases } from '../base/postgres/databases.ts';
import { migrate } from '../base/postgres/migrate.ts';
import { withParameter } from '../base/postgres/servers.ts';
import { openPool } from '../base/postgres/pool.ts';
import { tablesOfBoth, userTables } from '../base/postgres/testing/table-owners.ts';
import { serviceRole } from './global-setup.ts';

/** The schema of the users in a split database. */
const usersSchema = 'users_of_test';

/**
 * Splits a database: the tables of users move to a schema of their own, those of stores stay. Neither has the tables of the other, so a
 * statement on the wrong one fails.
 */
export async function splitDatabase({
  url,
  ownerUrl,
}: {
  readonly url: string;
  readonly ownerUrl: string;
}): Promise<{ databases: UserDatabases; close: () => Promise<void> }> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`create schema ${usersSchema}`);
  await migrate(withParameter(ownerUrl, 'options', `-c search_path=${usersSchema}`), { serviceRole });
  const { rows } = await owner.query<{ name: string; schema: string }>(
    `select relname as name, relnamespace::regnamespace::text as schema from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace::regnamespace::text in ('public', $1)`,
    [usersSchema],
  );
  const unneeded = rows.filter(
    ({ name, schema }) => !tablesOfBoth.includes(name) && userTables.includes(name) !== (schema === usersSchema),
  );
  await owner.query(`drop table ${unneeded.map(({ name, schema }) => `${schema}.${name}`).join()} cascade`);
  await owner.end();
  const usersDb = openPool(url, 4, () => {}, { settings: { search_path: usersSchema } });
  const storesDb = openPool(url, 4, () => {});
  return {
    databases: { usersDb, storeDb: () => storesDb },
    close: async () => void (await Promise.all([usersDb.end(), storesDb.end()])),
  };
}
