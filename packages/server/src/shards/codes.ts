import type { CreateShardRefusal } from './create-shard.ts';
import type { MoveShardRefusal } from './move-shard.ts';

/** The refusals of the commands for shards, as operators read them. */
export const shardRefusals = {
  SHARD_NOT_FOUND: 'There is no such shard.',
  SHARD_NOT_EMPTY: 'There are rows at that place already. A shard needs an empty schema or database.',
  SHARD_NOT_THERE: 'The rows of this shard are not at that place.',
  SHARD_ADDRESS_IN_USE: 'A shard is at that place already.',
  TOO_MANY_SHARDS: 'There are 3,843 shards already: links cannot name more.',
} as const satisfies Record<CreateShardRefusal | MoveShardRefusal, string>;
