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
  expect((await cli.run(['shard', 'move', '1'])).stderr).toContain('--url or --schema is required');
  expect((await cli.run(['shard', 'move', '0', '--schema', 'x'])).stderr).toContain('a number from 1 to 3843');
  expect((await cli.run(['shard', 'create', '--schema', 'X y'])).stderr).toContain('lower-case letters');
  expect((await cli.run(['shard', 'create', '--owner-url', 'x'])).stderr).toContain('--owner-url requires --url');
  expect((await cli.run(['shard', 'drain', '9'])).stderr).toContain('The shard does not exist.');
});
