import {
  cancelMove,
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

/** The value of an option; undefined: it is absent or empty. */
const textOf = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The place that the options name. */
function addressOf(input: Input): ShardAddress {
  const [url, ownerUrl, schema] = ['url', 'owner-url', 'schema'].map((name) => textOf(input, name));
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
  usage: 'shard move N [--url URL [--owner-url URL]] [--source-url URL] [--cancel] [--address-only [--schema NAME]]',
  summary: 'Move a shard to another PostgreSQL or database while it is used',
  options: {
    ...placeOptions,
    schema: { type: 'string', value: 'NAME', description: 'Schema, with --address-only' },
    'source-url': {
      type: 'string',
      value: 'URL',
      description: 'Connection string of the present database and owner as the new PostgreSQL reaches it',
    },
    cancel: { type: 'boolean', description: 'Remove what an interrupted move left' },
    'address-only': { type: 'boolean', description: 'Change the address without copying data' },
  },
  args: 1,
  run: async (input) => {
    const shard = shardOfArgs(input);
    const { url, ownerUrl, schema } = addressOf(input);
    if (input.values['cancel'] === true) return cancel(input, shard);
    if (input.values['address-only'] === true) return readdress(input, shard);
    if (schema !== undefined) throw new UsageError('--schema requires --address-only: a moved shard keeps its schema');
    if (url === undefined) throw new UsageError('--url is required');
    const sourceUrl = textOf(input, 'source-url');
    const target = { url, ...(ownerUrl && { ownerUrl }) };
    const moved = await withDatabase(input.environment, ({ shards }) =>
      moveShard(shards, shard, target, { sourceUrl }),
    );
    if (!moved.ok) return refused(moved.code);
    const { stoppedMs, closed: oldSchema } = moved;
    const left = oldSchema === null ? '' : ` The old schema is now ${oldSchema}; drop it once you have a backup.`;
    return {
      json: { shard, stoppedMs, oldSchema },
      text: `Moved shard ${shard}. It was stopped for ${(stoppedMs / 1000).toFixed(1)} s.${left}`,
    };
  },
};

async function readdress(input: Input, shard: number): Promise<CommandOutput> {
  const address = addressOf(input);
  if (address.url === undefined && address.schema === undefined) throw new UsageError('--url or --schema is required');
  const changed = await withDatabase(input.environment, ({ shards }) => readdressShard(shards, shard, address));
  if (!changed.ok) return refused(changed.code);
  return { json: { shard }, text: `Changed the address of shard ${shard}.` };
}

async function cancel({ environment }: Input, shard: number): Promise<CommandOutput> {
  const cancelled = await withDatabase(environment, ({ shards }) => cancelMove(shards, shard));
  if (!cancelled.ok) return refused(cancelled.code);
  const { isTargetLeft } = cancelled;
  const left = ` The new place did not respond: drop its subscription retoma_shard_${shard} and its schema.`;
  return { json: { shard, isTargetLeft }, text: `Shard ${shard} does not move.${isTargetLeft ? left : ''}` };
}

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
