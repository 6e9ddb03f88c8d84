// A provider is one folder and one entry of registry.ts: no other source file names it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { providerNames as channelProviderNames } from '../channels/index.ts';
import { paymentProvider, paymentProviderNames, simulatedProviderNames, type PaymentProviderName } from './index.ts';

const packages = path.resolve(import.meta.dirname, '../../..');
const folder = 'server/src/payments';
const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /^[^/]+\/src\/.*\.(tsx?|css|sql)$/.test(file) && !file.includes('node_modules'))
  .filter((file) => !/^e2e\/|\.(test|spec)\.tsx?$|\/(testing|migrations)\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(packages, file), 'utf8') }));

/** Files in which the sandbox of a channel is named. */
const ofChannels =
  /\/channels\/|^panel\/src\/features\/settings\/provider-form\/|^(server\/src\/(http\/panel\/automations\/test-send|automations\/read-automations|db\/queries\/stores\/store-overview|orders\/test-purchase|commands\/demo\/ensure-demo)|cli\/src\/commands\/connection)\.ts$/;

/** An example of a metatag's value, which automations show. */
const examples = new Set(['flow/src/metatags/catalogue/order.ts']);

const isChannelName = (name: string): boolean =>
  Object.values(channelProviderNames).some((names: readonly string[]) => names.includes(name));

/** Whether a text has the provider's label, or its name as a value or in a path; a name that is one word of its own, spelled in any way. */
function isNamedIn(text: string, name: PaymentProviderName): boolean {
  const labels = Object.values(paymentProvider(name).label);
  if (labels.some((label) => text.includes(label))) return true;
  if (name.includes('-') || isChannelName(name)) return new RegExp(`['"\`]${name}['"\`]|/${name}/`).test(text);
  return new RegExp(`${name}|${labels[0]!.split(' ').join('[ _-]?')}`, 'i').test(text);
}

test.each(paymentProviderNames)('%s is named by its folder and the registry alone', (name) => {
  const naming = sources
    .filter(({ file }) => !file.startsWith(`${folder}/${name}/`) && file !== `${folder}/registry.ts`)
    .filter(({ file }) => !(isChannelName(name) && ofChannels.test(file)) && !examples.has(file))
    .filter(({ text }) => isNamedIn(text, name))
    .map(({ file }) => file);
  expect(naming).toEqual([]);
  // The name is found where it stands.
  expect(sources.some(({ file, text }) => file.startsWith(`${folder}/${name}/`) && isNamedIn(text, name))).toBe(true);
});

test('one provider moves no money: the one that the trigger of migration 0004 keeps out of live stores', () => {
  const migration = path.join(packages, 'server/src/db/migrations/0004-orders-and-payments.sql');
  expect(simulatedProviderNames).toHaveLength(1);
  expect(readFileSync(migration, 'utf8')).toContain(`payment_accounts.provider = '${simulatedProviderNames[0]}'`);
});
