import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';
import * as crypto from 'node:crypto';

const randomId: () => string =
  'randomUUIDv7' in crypto ? (crypto as unknown as { randomUUIDv7: () => string }).randomUUIDv7 : randomUUID;
const isSortable = randomId !== randomUUID;

let instant = '';
let place = 0;

/**
 * A new id that sorts by time (UUID version 7; 62 random bits), so that rows of one moment are adjacent. Ids of one process sort in the
 * order of their creation, also within a millisecond. Before Node 26: version 4. It is of the shard of `sibling`, an id of the same store;
 * without one, of shard 0.
 */
export function newId(sibling?: string): string {
  const id = newIdOfShard0();
  return sibling?.[shardAt.version] === '8' ? inShard(id, sibling.slice(shardAt.start, shardAt.end)) : id;
}

function newIdOfShard0(): string {
  const id = randomId();
  if (!isSortable) return id;
  const now = id.slice(0, 13);
  if (now > instant) {
    instant = now;
    place = 0;
  } else if (++place > 0xfff) return id;
  // The version digit, then a 12-bit counter of ids within one millisecond.
  return `${instant}-7${place.toString(16).padStart(3, '0')}${id.slice(18)}`;
}

/** How many shards there can be: ids could name 4,096, the codes of short links 62 x 62. */
export const maxShards = 3844;

/** Where an id names its shard: UUID version 8, and three hex digits after the variant. 50 random bits stay. */
const shardAt = { version: 14, start: 20, end: 23 } as const;

const inShard = (id: string, shard: string): string =>
  `${id.slice(0, shardAt.version)}8${id.slice(shardAt.version + 1, shardAt.start)}${shard}${id.slice(shardAt.end)}`;

/** A new id of a shard: that of a new store. */
export const newIdInShard = (shard: number): string =>
  shard === 0 ? newId() : inShard(newId(), shard.toString(16).padStart(3, '0'));

/** The shard of an id. Ids that name none are of shard 0: those made before there were shards. */
export const shardOf = (id: string): number =>
  id[shardAt.version] === '8' ? Number.parseInt(id.slice(shardAt.start, shardAt.end), 16) : 0;

const reserve = Buffer.alloc(4096);
let used = reserve.length;

/** Random bytes, from a reserve, because one system call for 16 bytes costs as much as one for 4,096. */
export function random(bytes: number): Buffer {
  if (bytes > 256) return randomBytes(bytes);
  if (used + bytes > reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  const part = Buffer.from(reserve.subarray(used, used + bytes));
  reserve.fill(0, used, used + bytes);
  used += bytes;
  return part;
}

/** CHK6: a new cart token with 144 random bits. */
export const newCartToken = (): string => `ext_${random(18).toString('base64url')}`;

/** Whether a text has the form of an id, so that PostgreSQL accepts it. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** Sort before and after every id. */
export const [lowestId, highestId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** The lowest possible id of an instant, in milliseconds since 1970. */
export function firstIdOf(instant: number): string {
  const hex = Math.max(0, instant).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** A new id of the shard of `sibling` that sorts as if it was made at an instant, in milliseconds since 1970. */
export const newIdAt = (instant: number, sibling: string): string =>
  firstIdOf(instant).slice(0, 13) + newId(sibling).slice(13);

/** The creation instant of an id from `newId`, in milliseconds since 1970. */
export const idInstant = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
