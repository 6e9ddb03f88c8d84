import { expect, test } from 'vitest';
import { shardOf } from '../../server/src/base/ids.ts';
import { useCli } from './testing/use-cli.ts';

const cli = useCli();

type Listed = { shard: number; state: string; stores: number; place: string };
const listed = (): Promise<Listed[]> => cli.json<Listed[]>(['shard', 'list']);
const newStore = async (): Promise<string> => {
  const { storeId } = await cli.json<{ storeId: string }>(['store', 'create', '--name', 'Loja']);
  return storeId;
};

test('[SHD3] [SHD4] stores of all shards are created, listed, and worked on by their ids', async () => {
  expect(await cli.json(['shard', 'create'], { DATABASE_OWNER_URL: cli.ownerUrl })).toEqual({ shard: 1 });
  expect(await listed()).toMatchObject([
    { shard: 0, state: 'open', stores: 0 },
    { shard: 1, state: 'open', stores: 0, place: expect.stringMatching(/ shard_001$/) },
  ]);
  const stores = [await newStore(), await newStore()];
  expect(stores.map(shardOf)).toEqual([0, 1]);
  for (const storeId of stores) {
    await cli.json(['key', 'create', '--store', storeId]);
    expect(await cli.json(['doctor', '--store', storeId])).toMatchObject({ ok: true });
  }
  const { stores: all } = await cli.json<{ stores: { storeId: string }[] }>(['store', 'list']);
  expect(all.map(({ storeId }) => storeId).sort()).toEqual(stores.toSorted());
  expect(await cli.json(['doctor'])).toMatchObject({ ok: true, status: { live: 0 } });
  expect(await cli.json(['migrate'])).toEqual({ migrated: [] });
});

test('[SHD3] a drained shard gets no new stores, and no address shows a password', async () => {
  expect(await cli.json(['shard', 'drain', '1'])).toEqual({ shard: 1, drained: true });
  expect(await Promise.all([newStore(), newStore()])).toSatisfy((ids: string[]) =>
    ids.every((id) => shardOf(id) === 0),
  );
  const { stdout } = await cli.run(['shard', 'list']);
  expect(stdout).toMatch(/ 1 {2}drained/);
  expect(stdout).not.toContain('postgresql://');
});

test('[SHD5] wrong uses say what is wrong', async () => {
  const refused = async (...args: string[]): Promise<string> => (await cli.run(['shard', ...args])).stderr;
  expect(await refused('move', '1')).toContain('--url is required');
  expect(await refused('move', '1', '--address-only')).toContain('--url or --schema is required');
  expect(await refused('move', '1', '--url', 'x', '--schema', 'y')).toContain('--schema requires --address-only');
  expect(await refused('move', '0', '--url', 'x')).toContain('a number from 1 to 3843');
  expect(await refused('move', '1', '--url', cli.ownerUrl)).toContain('Set its wal_level to logical');
  expect(await refused('move', '9', '--cancel')).toContain('The shard does not exist.');
  expect(await refused('create', '--schema', 'X y')).toContain('lower-case letters');
  expect(await refused('create', '--owner-url', 'x')).toContain('--owner-url requires --url');
  expect(await refused('drain', '9')).toContain('The shard does not exist.');
});

test('[SHD5] a move that left nothing is cancelled too', async () => {
  const owner = { DATABASE_OWNER_URL: cli.ownerUrl };
  expect(await cli.json(['shard', 'move', '1', '--cancel'], owner)).toEqual({ shard: 1, isTargetLeft: false });
});
