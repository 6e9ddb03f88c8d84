import type { CreateShardRefusal } from './create-shard.ts';
import type { MoveShardRefusal } from './move-shard.ts';

/** The refusals of the commands for shards, as operators read them. */
export const shardRefusals = {
  SHARD_NOT_FOUND: 'The shard does not exist.',
  SHARD_NOT_EMPTY: 'The schema is not empty. A shard needs an empty schema or database.',
  SHARD_NOT_THERE: 'The tables of this shard are not at this address.',
  SHARD_ADDRESS_IN_USE: 'Another shard already uses this address.',
  TOO_MANY_SHARDS: 'The limit of 3,843 shards is reached.',
} as const satisfies Record<CreateShardRefusal | MoveShardRefusal, string>;
