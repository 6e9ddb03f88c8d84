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
  url: { type: 'string', value: 'URL', description: 'Connection string of its database; absent: that of shard 0' },
  'owner-url': { type: 'string', value: 'URL', description: 'The same database as the role that owns its tables' },
  schema: {
    type: 'string',
    value: 'NAME',
    description: 'Its schema; absent: that of the role, or shard_N in the database of shard 0',
  },
} as const satisfies Command['options'];

/** The place that the options name. */
function addressOf({ values }: Input): ShardAddress {
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [url, ownerUrl, schema] = [text('url'), text('owner-url'), text('schema')];
  if (ownerUrl !== undefined && url === undefined) throw new UsageError('--owner-url needs --url');
  if (schema !== undefined && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new UsageError('--schema takes lower-case letters, digits and _');
  return { ...(url && { url }), ...(ownerUrl && { ownerUrl }), ...(schema && { schema }) };
}

function shardOfArgs({ args }: Input): number {
  const shard = Number(args[0]);
  if (!Number.isInteger(shard) || shard < 1 || shard >= maxShards)
    throw new UsageError(`a shard is a number from 1 to ${maxShards - 1}`);
  return shard;
}

const refused = (code: keyof typeof shardRefusals): CommandOutput => refusal(code, shardRefusals[code]);

const create: Command = {
  usage: 'shard create [--url URL [--owner-url URL]] [--schema NAME] [--drained]',
  summary: 'Create a shard for new stores, in a schema or a database of its own',
  options: { ...placeOptions, drained: { type: 'boolean', description: 'It takes no new stores yet' } },
  args: 0,
  run: async (input) => {
    const drained = input.values['drained'] === true;
    const created = await withDatabase(input.environment, ({ shards }) =>
      createShard(shards, addressOf(input), { drained }),
    );
    if (!created.ok) return refused(created.code);
    return { json: { shard: created.shard }, text: `Shard ${created.shard} was created.` };
  },
};

const list: Command = {
  usage: 'shard list',
  summary: 'List the shards: place, state, number of stores, size',
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
  summary: 'Move a shard to another database or schema; it stands still meanwhile',
  options: {
    ...placeOptions,
    'address-only': { type: 'boolean', description: 'Its rows are there already: copy nothing' },
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
      return { json: { shard }, text: `Shard ${shard} is at its new address.` };
    }
    const moved = await withDatabase(input.environment, ({ shards }) => moveShard(shards, shard, address), {
      statementMs: 60_000,
    });
    if (!moved.ok) return refused(moved.code);
    const { rows, closed } = moved;
    const left = closed === null ? '' : ` The old schema is now ${closed}; drop it when you have a backup.`;
    return { json: { shard, rows, closed }, text: `Shard ${shard} was moved: ${rows} rows.${left}` };
  },
};

const drain: Command = {
  usage: 'shard drain N [--undo]',
  summary: 'Give a shard no new stores',
  options: { undo: { type: 'boolean', description: 'It takes new stores again' } },
  args: 1,
  run: async (input) => {
    const shard = shardOfArgs(input);
    const undo = input.values['undo'] === true;
    const isDone = await withDatabase(input.environment, ({ shards }) => drainShard(shards, shard, { undo }));
    if (!isDone) return refused('SHARD_NOT_FOUND');
    return { json: { shard, drained: !undo }, text: `Shard ${shard} takes ${undo ? '' : 'no '}new stores.` };
  },
};

/** The commands for shards. */
export const shardCommands = {
  'shard create': create,
  'shard list': list,
  'shard move': move,
  'shard drain': drain,
} as const satisfies Record<string, Command>;
