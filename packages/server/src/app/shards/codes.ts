import type { CreateShardRefusal } from './create-shard.ts';
import type { MoveShardRefusal } from './move-shard.ts';

/** The refusals of the commands for shards, as operators read them. */
export const shardRefusals = {
  SHARD_NOT_FOUND: 'The shard does not exist.',
  SHARD_NOT_EMPTY: 'The schema is not empty. A shard needs an empty schema or database.',
  SHARD_NOT_THERE: 'The tables of this shard are not at this address.',
  SHARD_ADDRESS_IN_USE: 'Another shard already uses this address.',
  TOO_MANY_SHARDS: 'The limit of 3,843 shards is reached.',
  SHARD_NOT_MIGRATED: 'The tables of the shard are of another release. Run `retoma migrate` first.',
  SHARD_MOVED: 'The shard is at its new place already. Repeat the command that moved it.',
  MOVE_IN_PROGRESS: 'Another command moves this shard.',
  WAL_LEVEL_NOT_LOGICAL:
    'The PostgreSQL that has the shard does not log its changes for replication. Set its wal_level to logical and restart it.',
  OWNER_MAY_NOT_REPLICATE:
    'The owner of the tables may not replicate from the PostgreSQL that has the shard. Run there: alter role OWNER replication.',
  OWNER_MAY_NOT_SUBSCRIBE:
    'The owner of the tables may not create subscriptions in the new PostgreSQL. Run there: grant pg_create_subscription to OWNER. Before PostgreSQL 16: alter role OWNER superuser.',
  SOURCE_NOT_REACHED:
    'The new PostgreSQL cannot connect to the one that has the shard. Name its address as the new one reaches it: --source-url.',
} as const satisfies Record<CreateShardRefusal | MoveShardRefusal, string>;
