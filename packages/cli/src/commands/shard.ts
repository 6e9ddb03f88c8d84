import {
  createShard,
  describeAddress,
  drainShard,
  listShards,
  maxShards,
  moveShard,
  readdressShard,
  shardRefusals,
  withDatabase,
  type ShardAddress,
} from '@retoma/server/commands';
import { refusal, UsageError, type Command, type CommandOutput, type Input } from '../command.ts';

const placeOptions = {
  url: { type: 'string', value: 'URL', description: 'Connection string of its database (default: that of shard 0)' },
  'owner-url': {
    type: 'string',
    value: 'URL',
    description: 'Connection string of the same database, as the owner of its tables',
  },
  schema: {
    type: 'string',
    value: 'NAME',
    description: 'Schema (default: that of the role, or shard_N in the database of shard 0)',
  },
} as const satisfies Command['options'];

/** The place that the options name. */
function addressOf({ values }: Input): ShardAddress {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [url, ownerUrl, schema] = [text('url'), text('owner-url'), text('schema')];
  if (ownerUrl !== undefined && url === undefined) throw new UsageError('--owner-url requires --url');
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new UsageError('--schema must consist of lower-case letters, digits and _');
  return { ...(url && { url }), ...(ownerUrl && { ownerUrl }), ...(schema && { schema }) };
}

function shardOfArgs({ args }: Input): number {
  const shard = Number(args[0]);
  if (!Number.isInteger(shard) || shard < 1 || shard >= maxShards)
    throw new UsageError(`N must be a number from 1 to ${maxShards - 1}`);
  return shard;
}

const refused = (code: keyof typeof shardRefusals): CommandOutput => refusal(code, shardRefusals[code]);

const create: Command = {
  usage: 'shard create [--url URL [--owner-url URL]] [--schema NAME] [--drained]',
  summary: 'Create a shard in a new schema or database',
  options: { ...placeOptions, drained: { type: 'boolean', description: 'Create it without new stores' } },
  args: 0,
  run: async (input) => {
    const drained = input.values['drained'] === true;
    const created = await withDatabase(input.environment, ({ shards }) =>
      createShard(shards, addressOf(input), { drained }),
    );
    if (!created.ok) return refused(created.code);
    return { json: { shard: created.shard }, text: `Created shard ${created.shard}.` };
  },
};

const list: Command = {
  usage: 'shard list',
  summary: 'List shards with their location, state, stores and size',
  options: {},
  args: 0,
  run: async ({ environment }) => {
    const rows = await withDatabase(environment, ({ shards }) => listShards(shards));
    const lines = rows.map(
      ({ shard, state, stores, bytes, ...connections }) =>
        `${String(shard).padStart(4)}  ${state.padEnd(7)}  ${String(stores ?? '?').padStart(6)} stores  ${String(Math.ceil((bytes ?? 0) / 1e6)).padStart(7)} MB  ${describeAddress(connections)}`,
    );
    const json = rows.map(({ shard, state, stores, bytes, ...connections }) => ({
      shard,
      state,
      stores,
      bytes,
      place: describeAddress(connections),
    }));
    return { json, text: lines.join('\n') };
  },
};

const move: Command = {
  usage: 'shard move N [--url URL [--owner-url URL]] [--schema NAME] [--address-only]',
  summary: 'Move a shard to another database or schema; it is unavailable during the move',
  options: {
    ...placeOptions,
    'address-only': { type: 'boolean', description: 'Change the address without copying data' },
  },
  args: 1,
  run: async (input) => {
    const shard = shardOfArgs(input);
    const address = addressOf(input);
    if (address.url === undefined && address.schema === undefined)
      throw new UsageError('--url or --schema is required');
    if (input.values['address-only'] === true) {
      const changed = await withDatabase(input.environment, ({ shards }) => readdressShard(shards, shard, address));
      if (!changed.ok) return refused(changed.code);
      return { json: { shard }, text: `Changed the address of shard ${shard}.` };
    }
    const moved = await withDatabase(input.environment, ({ shards }) => moveShard(shards, shard, address), {
      statementMs: 60_000,
    });
    if (!moved.ok) return refused(moved.code);
    const { rows, closed: oldSchema } = moved;
    const left = oldSchema === null ? '' : ` The old schema is now ${oldSchema}; drop it once you have a backup.`;
    return { json: { shard, rows, oldSchema }, text: `Moved shard ${shard}: ${rows} rows.${left}` };
  },
};

const drain: Command = {
  usage: 'shard drain N [--undo]',
  summary: 'Stop placing new stores on a shard',
  options: { undo: { type: 'boolean', description: 'Place new stores on it again' } },
  args: 1,
  run: async (input) => {
    const shard = shardOfArgs(input);
    const undo = input.values['undo'] === true;
    const isDone = await withDatabase(input.environment, ({ shards }) => drainShard(shards, shard, { undo }));
    if (!isDone) return refused('SHARD_NOT_FOUND');
    return { json: { shard, drained: !undo }, text: `Shard ${shard} accepts ${undo ? '' : 'no '}new stores.` };
  },
};

/** The commands for shards. */
export const shardCommands = {
  'shard create': create,
  'shard list': list,
  'shard move': move,
  'shard drain': drain,
} as const satisfies Record<string, Command>;
