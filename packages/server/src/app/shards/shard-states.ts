// What the map says of a shard during a move (SHD5). Each function reads the map again: meanwhile the shard may have been drained.
import { shardsNotify, shardUpdate } from './queries/shards.ts';
import type { ShardDeps } from './create-shard.ts';
import { readShards, sealAddress, type Shard, type ShardAddress, type UnfinishedMove } from './shard-map.ts';

/** A shard of the map. */
export const findShard = async ({ db, key, ofShard0 }: ShardDeps, shard: number): Promise<Shard | undefined> =>
  (await readShards(db, key, ofShard0)).find((one) => one.shard === shard);

/** Notes that a move begins, and where to. The shard stays as it is. */
export async function noteMove(deps: ShardDeps, shard: number, to: ShardAddress): Promise<void> {
  const place = await mapped(deps, shard);
  await change(deps, place, { ...place, unfinished: { to, state: restingState(place) } });
}

/** Makes all processes close a shard whose move is noted. */
export async function stopShard(deps: ShardDeps, shard: number): Promise<void> {
  const place = await mapped(deps, shard);
  const unfinished = { ...place.unfinished!, state: restingState(place) };
  await change(deps, place, { ...place, state: 'moving', unfinished });
}

/** Makes all processes open a shard where it was. Its move stays noted. */
export async function reopenShard(deps: ShardDeps, shard: number): Promise<void> {
  const place = await mapped(deps, shard);
  await change(deps, place, { ...place, state: restingState(place) });
}

/** Ends a move: the shard is opened at an address, or where it was. */
export async function openShard(deps: ShardDeps, shard: number, address?: ShardAddress): Promise<void> {
  const place = await mapped(deps, shard);
  await change(deps, place, { state: restingState(place), address: address ?? place.address });
}

async function mapped(deps: ShardDeps, shard: number): Promise<Shard> {
  const place = await findShard(deps, shard);
  if (!place) throw new Error(`Shard ${shard} does not exist.`);
  return place;
}

/** The state of a shard apart from its move. */
const restingState = ({ state, unfinished }: Shard): UnfinishedMove['state'] =>
  state === 'moving' ? (unfinished?.state ?? 'open') : state;

async function change(
  { db, key }: ShardDeps,
  { shard, state: from }: Shard,
  { state, address, unfinished }: Pick<Shard, 'state' | 'address' | 'unfinished'>,
): Promise<void> {
  const sealed = sealAddress(key, shard, { ...address, ...(unfinished && { unfinished }) });
  if (!(await shardUpdate(db, shard, from, { state, address: sealed })))
    throw new Error(`Shard ${shard} was changed by another process.`);
  await shardsNotify(db);
}
