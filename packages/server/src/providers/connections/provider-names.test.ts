// A provider of a channel or of payments is one folder and one entry of a registry.ts: no other source file names it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Localized } from '@retoma/commerce';
import { expect, test } from 'vitest';
import { channelRegistry } from '../channels/registry.ts';
import { freightRegistry } from '../freight/registry.ts';
import { simulatedProviderNames } from '../payments/index.ts';
import { paymentProviders } from '../payments/registry.ts';

const packages = path.resolve(import.meta.dirname, '../../../..');
const sources = readdirSync(packages, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /^[^/]+\/src\/.*\.(tsx?|css|sql)$/.test(file) && !file.includes('node_modules'))
  .filter((file) => !/^e2e\/|\.(test|spec)\.tsx?$|\/(testing|migrations)\//.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(packages, file), 'utf8') }));

const folders = {
  'server/src/providers/payments': paymentProviders,
  'server/src/providers/freight': freightRegistry,
  'server/src/providers/channels/whatsapp': channelRegistry.whatsapp,
  'server/src/providers/channels/email': channelRegistry.email,
  'server/src/providers/channels/sms': channelRegistry.sms,
};
const providers = Object.entries(folders).flatMap(([folder, named]) =>
  Object.entries<{ readonly label: Localized }>(named).map(([name, { label }]) => ({ name, folder, label })),
);
const registries = new Set([
  'server/src/providers/payments/registry.ts',
  'server/src/providers/freight/registry.ts',
  'server/src/providers/channels/registry.ts',
]);

/** Names that are words or protocols too: only their exact value and their folder's path count. */
const ambiguous = new Set(['sandbox', 'http', 'smtp', 'ses', 'pix-key']);

/** Other meanings of a name in quotes. */
const meansOther: Readonly<Record<string, RegExp>> = {
  // An example of a metatag's value, which automations show.
  sandbox: /^flow\/src\/metatags\/catalogue\/order\.ts$/,
  // A pool of database connections.
  http: /^server\/src\/context\.ts$/,
  // Zapier, whose exports an import recognises.
  'z-api': /^flow\/src\/understand\/recognise\.ts$|^panel\/src\/features\/automations\/import\/understand\.ts$/,
  // A payment plugin of a shop, in whose name the method of an order is read.
  stripe: /^server\/src\/shop\/connectors\/woocommerce\/pay-codes\.ts$/,
  // SendGrid signs its webhooks in headers with the name of its owner.
  twilio: /^server\/src\/providers\/channels\/email\/sendgrid\/webhook\.ts$/,
};

/** Whether a text has a name as a value, in a path or as a label; a distinctive name, spelled in any way. */
function isNamedIn(text: string, name: string): boolean {
  const named = providers.filter((provider) => provider.name === name);
  if (named.some(({ label }) => Object.values(label).some((one) => text.includes(`'${one}'`)))) return true;
  if (new RegExp(`['"\`]${name}['"\`]|/(payments|freight|whatsapp|email|sms)/${name}/`).test(text)) return true;
  return !ambiguous.has(name) && new RegExp(`\\b${name.replaceAll('-', '[ _-]?')}`, 'i').test(text);
}

test.each([...new Set(providers.map(({ name }) => name))])(
  '%s is named by its folders and the registries alone',
  (name) => {
    const own = providers.filter((provider) => provider.name === name).map(({ folder }) => `${folder}/${name}/`);
    const isOwn = (file: string): boolean =>
      // A file beside the folders that several of them share begins with their name: `sandbox-inbox.ts`.
      own.some((folder) => file.startsWith(folder)) || file.startsWith(`server/src/providers/channels/${name}-`);
    const naming = sources
      .filter(({ file }) => !isOwn(file) && !registries.has(file) && !meansOther[name]?.test(file))
      .filter(({ text }) => isNamedIn(text, name))
      .map(({ file }) => file);
    expect(naming).toEqual([]);
    // The name is found where it stands.
    expect(sources.some(({ file, text }) => registries.has(file) && isNamedIn(text, name))).toBe(true);
  },
);

test('one payment provider moves no money: the one that the trigger of migration 0004 keeps out of live stores', () => {
  const migration = path.join(packages, 'server/src/base/postgres/migrations/0004-orders-and-payments.sql');
  expect(simulatedProviderNames).toHaveLength(1);
  expect(readFileSync(migration, 'utf8')).toContain(`payment_accounts.provider = '${simulatedProviderNames[0]}'`);
});

test('[AUT16] the triggers of migration 0013 let no other providers into example stores', () => {
  const migration = path.join(packages, 'server/src/base/postgres/migrations/0013-example-stores.sql');
  const named = [...readFileSync(migration, 'utf8').matchAll(/new\.provider <> '([^']*)'/g)].map(([, name]) => name);
  const simulated = Object.values(channelRegistry).flatMap((providers: Record<string, { isSimulated?: boolean }>) =>
    Object.entries(providers).flatMap(([name, { isSimulated }]) => (isSimulated ? [name] : [])),
  );
  expect(named).toHaveLength(2);
  expect(new Set(named)).toEqual(new Set([...simulated, ...simulatedProviderNames]));
});

test('each channel has one provider that sends nothing to anyone', () => {
  for (const named of Object.values(channelRegistry))
    expect(Object.values(named).filter(({ isSimulated }) => isSimulated)).toHaveLength(1);
});
