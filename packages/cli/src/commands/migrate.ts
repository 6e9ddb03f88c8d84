import { migrateShards, withDatabase } from '@retoma/server/commands';
import type { Command } from '../command.ts';

const migrate: Command = {
  usage: 'migrate',
  summary: 'Migrate the database and all shards',
  options: {},
  args: 0,
  async run({ environment }) {
    const migrated = await withDatabase(environment, async ({ migrated, shards }) => [
      ...migrated,
      ...(await migrateShards(shards)),
    ]);
    const text =
      migrated.length > 0 ? migrated.map((name) => `Applied ${name}`).join('\n') : 'The database is up to date.';
    return { json: { migrated }, text };
  },
};

/** The command that migrates the database's schema. */
export const migrateCommands = { migrate };
