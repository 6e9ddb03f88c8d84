// Where the shards are (SHD2). Shard 0 is the database of DATABASE_URL and holds the map of the others.
import { seal, unseal } from '../../base/crypto/seal.ts';
import { parse } from 'pg-connection-string';
import { schemaOf, splitHosts, withSchema } from '../../base/postgres/servers.ts';
import { shardList, type ShardState } from './queries/shards.ts';
import type { Queryable } from '../../base/postgres/pool.ts';

/**
 * Where a shard is. `schema`: in this schema, otherwise in that of the role. Without `url` it is in the database of shard 0. `ownerUrl`: the
 * role that owns its tables, if it is not that of `url` (CHK25).
 */
export type ShardAddress = { readonly url?: string; readonly ownerUrl?: string; readonly schema?: string };

/** The connection strings of a database: as the service's role, and as the owner of its tables. */
export type Connections = { readonly connectionString: string; readonly ownerConnectionString: string };

/** SHD5: a move that has begun and is not finished. `state`: what the shard is before and after it. */
export type UnfinishedMove = { readonly to: ShardAddress; readonly state: Exclude<ShardState, 'moving'> };

/** A shard of the map. */
export type Shard = Connections & {
  readonly shard: number;
  readonly state: ShardState;
  readonly address: ShardAddress;
  readonly unfinished?: UnfinishedMove;
};

const context = (shard: number): string => `shard:${shard}`;

/** What the map keeps of a place, sealed. */
type Sealed = ShardAddress & Pick<Shard, 'unfinished'>;

/** Seals an address for the map. */
export const sealAddress = (key: Buffer, shard: number, address: Sealed): Buffer => seal(key, context(shard), address);

/** The connection strings of an address. `ofShard0`: those of the database with the map. */
export function connectionsOf(address: ShardAddress, ofShard0: Connections): Connections {
  const { url = ofShard0.connectionString, schema } = address;
  const ownerUrl = address.ownerUrl ?? (address.url === undefined ? ofShard0.ownerConnectionString : url);
  const inSchema = (text: string): string => (schema === undefined ? text : withSchema(text, schema));
  return { connectionString: inSchema(url), ownerConnectionString: inSchema(ownerUrl) };
}

/** Reads the map. Throws if an address is sealed under another secret. */
export async function readShards(db: Queryable, key: Buffer, ofShard0: Connections): Promise<Shard[]> {
  return (await shardList(db)).map(({ shard, address: sealed, state }) => {
    const opened = unseal(key, context(shard), sealed) as Sealed | undefined;
    if (!opened) throw new Error(`The address of shard ${shard} was encrypted with another RETOMA_SECRET.`);
    const { unfinished, ...address } = opened;
    return { shard, state, address, ...(unfinished && { unfinished }), ...connectionsOf(address, ofShard0) };
  });
}

/** Where a shard is, for people: host, database and schema, without the password. */
export function describeAddress({ connectionString }: Connections): string {
  const { host, database } = parse(splitHosts(connectionString)[0]!);
  const schema = schemaOf(connectionString);
  return [`${host ?? 'localhost'}/${database ?? ''}`, ...(schema === undefined ? [] : [schema])].join(' ');
}
