// A first look at the package: a store, a key for it, and what an automation would send, all as JSON.
import path from 'node:path';
import { expect, test } from 'vitest';
import { useCli } from './testing/use-cli.ts';

const cli = useCli();
const sample = path.resolve(import.meta.dirname, '../../flow/samples/pix-recovery');

test('a store is created, and gets a key for its page', async () => {
  const { storeId } = await cli.json<{ storeId: string }>(['store', 'create', '--name', 'Loja da Ana']);
  const { key } = await cli.json<{ key: string }>(['key', 'create', '--store', storeId, '--kind', 'checkout']);
  expect(key).toMatch(/^rtm_live_/);
});

test('an automation is validated and simulated without a store', async () => {
  const [flow, scenario] = [path.join(sample, 'flow.json'), path.join(sample, 'scenario.json')];
  expect(await cli.json(['validate', flow])).toMatchObject({ valid: true });
  const { code, stdout } = await cli.run(['simulate', flow, '--scenario', scenario, '--lang', 'en']);
  expect([code, stdout.split('\n')[0]]).toEqual([0, '00:00  espera-30   waits 30 min, until 00:30']);
});

test('a mistyped command is refused with a suggestion', async () => {
  const { code, stderr } = await cli.run(['stroe', 'list', '--lang', 'en']);
  expect([code, stderr]).toEqual([2, 'unknown command: stroe; did you mean store?\n']);
});
