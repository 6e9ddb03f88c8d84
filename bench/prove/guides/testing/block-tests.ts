// Tests of the blocks in the documents that a reader does not type: responses, JSON requests, pages.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { minimalEnvironment, main } from '../../../../packages/cli/src/testing/run-cli.ts';
import { payloadOf } from '../../../../packages/server/src/providers/channels/sms/http/payload.ts';
import { parseWebhook } from '../../../../packages/server/src/providers/channels/sms/http/webhook.ts';
import { Servers } from '../../../../packages/server/src/base/postgres/servers.ts';
import { newIdInShard } from '../../../../packages/server/src/base/ids.ts';
import { mercadopagoForm } from '../../../../packages/server/src/providers/payments/mercadopago/form.ts';
import { pixKeyForm } from '../../../../packages/server/src/providers/payments/pix-key/form.ts';
import { stripeForm } from '../../../../packages/server/src/providers/payments/stripe/form.ts';
import { cloneDatabase } from '../../../../packages/server/src/testing/test-service.ts';
import type { Block } from '../blocks.ts';
import { patternOf } from '../follow.ts';
import { followFirstOrder } from './first-order.ts';
import { fillIn, fillInKeys, makeOrder, readCheckout, postJson, type GuideProduct } from '../product.ts';

/** The test of a block: here (`by`), or in another file that contains the text `names` (`heldBy`). */
export type BlockTest = {
  readonly document: string;
  readonly language: string;
  /** A text that no other block of this language in this document contains. */
  readonly holds: string;
} & (
  | { readonly by: (block: Block, product: GuideProduct) => Promise<void> | void }
  | { readonly heldBy: string; readonly names: string }
);

const root = path.resolve(import.meta.dirname, '../../../..');
const item = { title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/camiseta.png' };
const events = '/stores/external/events';
const checkouts = '/stores/external/checkout';

/** The names of a value's members, in order and recursively; of other values the type. */
const shapeOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([name, member]) => [name, shapeOf(member)])
    : typeof value;

/** Checks that a shown response has the members of a real one. */
const expectShape = (block: Block, real: unknown): void =>
  expect(shapeOf(JSON.parse(block.text))).toEqual(shapeOf(real));

const createOne = async (product: GuideProduct): Promise<unknown> =>
  (await postJson(product, checkouts, product.checkoutKey, { cart: { items: [item] } })).json();

/** Parses the webhooks that a store's own service receives, at the instant of the example. */
const receive = (text: string) => {
  const at = Date.parse((JSON.parse(text) as { at: string }).at);
  return parseWebhook(JSON.parse(text), at, at);
};

/** The output of `npm start`. */
async function printedAtStart(): Promise<string> {
  const database = await cloneDatabase();
  const home = mkdtempSync(path.join(os.tmpdir(), 'retoma-guides-'));
  const environment = {
    ...minimalEnvironment(),
    DATABASE_URL: database.url,
    RETOMA_HOME: path.join(home, '.retoma'),
    PORT: '0',
  };
  const child = spawn(process.execPath, [main, 'serve', '--demo'], {
    env: environment,
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  let printed = '';
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    printed += chunk.toString();
    if (printed.includes('Ctrl+C')) break;
  }
  child.kill('SIGTERM');
  await exited;
  await database.drop();
  rmSync(home, { recursive: true, force: true });
  return printed;
}

const inBrowser = 'packages/e2e/src/sites.spec.ts';
/** One test for each block that is neither a typed command nor a program. */
export const blockTests: readonly BlockTest[] = [
  ...['repo1-path=', 'archive_timeout = '].map((holds) => ({
    document: 'docs/backups.md',
    language: 'ini',
    holds,
    heldBy: 'bench/prove/pitr/archived-postgres.ts',
    names: holds,
  })),
  {
    document: 'docs/high-availability.md',
    language: 'text',
    holds: 'HAProxy :5000',
    by({ text }) {
      const proxy = readFileSync(path.join(root, 'deploy/ha/haproxy.cfg'), 'utf8');
      expect(text.match(/db-\d/g)).toEqual([...proxy.matchAll(/^ {2}server (\S+)/gm)].map(([, name]) => name));
      expect(proxy).toContain(`:${/HAProxy :(\d+)/.exec(text)![1]}`);
    },
  },
  {
    document: 'docs/high-availability.md',
    language: 'text',
    holds: 'target_session_attrs',
    by({ text }) {
      const servers = [...text.matchAll(/^DATABASE_URL=(.*)$/gm)].map(([, url]) => new Servers(url!));
      expect(servers.map(({ urls, needsPrimary }) => [urls.length, needsPrimary])).toEqual([
        [1, false],
        [3, true],
      ]);
    },
  },
  {
    document: 'docs/shards.md',
    language: 'haproxy',
    holds: 'acl north',
    by({ text }) {
      const firstId = new RegExp(/path_reg -i (\S+)/.exec(text)![1]!, 'i');
      const routed = [0, 1, 2, 3, 18, 258, 4095].filter((shard) => firstId.test(`/pay/${newIdInShard(shard)}/state`));
      expect(routed).toEqual([1, 2]);
      expect(firstId.test(`/panel/api/stores/${newIdInShard(2)}/runs/${newIdInShard(3)}`)).toBe(true);
      expect(firstId.test(`/panel/api/stores/${newIdInShard(3)}/runs/${newIdInShard(2)}`)).toBe(false);
    },
  },
  {
    document: 'README.md',
    language: 'text',
    holds: 'Retoma is running',
    async by({ text }) {
      // The line about the database appears only because DATABASE_URL is set.
      const printed = (await printedAtStart()).replace('  Database   DATABASE_URL\n', '');
      expect(printed).toMatch(patternOf(text));
    },
  },
  {
    document: 'README.md',
    language: 'json',
    holds: 'cartToken',
    by: async (block, product) => expectShape(block, await createOne(product)),
  },
  {
    document: 'docs/sites.md',
    language: 'text',
    holds: '?base=',
    heldBy: 'packages/e2e/src/checkout.spec.ts',
    names: '?base=',
  },
  {
    document: 'docs/flow-example.md',
    language: 'json',
    holds: '"trigger_event"',
    heldBy: 'checks/readme.test.ts',
    names: 'packages/flow/samples/simulate-stop-on',
  },
  {
    document: 'docs/flow-example.md',
    language: 'json',
    holds: '"changes"',
    heldBy: 'checks/readme.test.ts',
    names: 'packages/flow/samples/simulate-stop-on',
  },
  {
    document: 'docs/flow-example.md',
    language: 'text',
    holds: 'espera-2',
    heldBy: 'checks/readme.test.ts',
    names: 'packages/flow/samples/simulate-stop-on',
  },
  { document: 'docs/first-order.md', language: 'js', holds: 'verifyWebhook', by: followFirstOrder },
  {
    document: 'docs/channels.md',
    language: 'json',
    holds: '"sender"',
    by({ text }) {
      const { id, to, text: message, sender } = JSON.parse(text) as Record<string, string>;
      const real = payloadOf(id!, to!.replace('+', ''), message!, sender);
      expect(real).toEqual(JSON.parse(text));
    },
  },
  {
    document: 'docs/channels.md',
    language: 'json',
    holds: '"status"',
    by: ({ text }) => expect(receive(text)).toMatchObject([{ kind: 'status', status: 'delivered' }]),
  },
  {
    document: 'docs/channels.md',
    language: 'json',
    holds: '"from"',
    by: ({ text }) => expect(receive(text)).toMatchObject([{ kind: 'reply', from: '5511987654321' }]),
  },
  {
    document: 'docs/checkout-integration.md',
    language: 'json',
    holds: '"success": true,\n  "checkoutId": "01a1fe5c',
    by: async (block, product) => expectShape(block, await createOne(product)),
  },
  {
    document: 'docs/checkout-integration.md',
    language: 'json',
    holds: 'one-per-cart',
    by: async ({ text }, product) =>
      expect((await postJson(product, checkouts, product.checkoutKey, text)).status).toBe(201),
  },
  {
    document: 'docs/checkout-integration.md',
    language: 'json',
    holds: 'too_small',
    async by({ text }, product) {
      const cart = { items: [{ ...item, quantity: 0 }] };
      const answer = await postJson(product, checkouts, product.checkoutKey, { cart });
      expect(await answer.json()).toEqual(JSON.parse(text));
    },
  },
  {
    document: 'docs/checkout-integration.md',
    language: 'json',
    holds: 'paymentStatus',
    async by(block, product) {
      const { checkoutId } = await makeOrder(product, { paid: true });
      expectShape(block, await readCheckout(product, checkoutId));
    },
  },
  {
    document: 'docs/events.md',
    language: 'json',
    holds: 'duplicate',
    async by(block, product) {
      const event = { id: 'quoted', type: 'payment.confirmed', data: { order: { id: 'quoted' } } };
      const reported = { ...event, occurred_at: new Date().toISOString() };
      expectShape(block, await (await postJson(product, events, product.secretKey, reported)).json());
    },
  },
  {
    document: 'docs/events.md',
    language: 'json',
    holds: 'evt_1042_pix',
    async by({ text }, product) {
      const answer = await postJson(product, events, product.secretKey, await fillIn(text, product));
      expect([answer.status, await answer.json()]).toEqual([202, expect.objectContaining({ success: true })]);
    },
  },
  {
    document: 'docs/operations.md',
    language: 'yaml',
    holds: 'scrape_configs',
    by({ text }) {
      const [, rules] = /^rule_files: \[(.+)\]$/m.exec(text)!;
      expect(existsSync(path.resolve(import.meta.dirname, '../../../../deploy/alerts', rules!))).toBe(true);
      expect(text).toContain('authorization: { credentials: METRICS_TOKEN }');
    },
  },
  {
    document: 'docs/payments.md',
    language: 'json',
    holds: '"city"',
    by: ({ text }) => void pixKeyForm.settings.parse(JSON.parse(text)),
  },
  {
    document: 'docs/payments.md',
    language: 'json',
    holds: 'publicKey',
    by: ({ text }) => void mercadopagoForm.settings.parse(JSON.parse(fillInKeys(text))),
  },
  {
    document: 'docs/payments.md',
    language: 'json',
    holds: 'accessToken',
    by: ({ text }) => void mercadopagoForm.credentials.parse(JSON.parse(fillInKeys(text))),
  },
  {
    document: 'docs/payments.md',
    language: 'json',
    holds: 'publishableKey',
    by: ({ text }) => void stripeForm.settings.parse(JSON.parse(text)),
  },
  {
    document: 'docs/payments.md',
    language: 'json',
    holds: 'secretKey',
    by: ({ text }) => void stripeForm.credentials.parse(JSON.parse(text)),
  },
  {
    document: 'docs/deploy.md',
    language: 'sql',
    holds: 'reassign owned',
    heldBy: 'packages/server/src/base/postgres/roles.test.ts',
    names: 'docs/deploy.md',
  },
  {
    document: 'docs/sites.md',
    language: 'html',
    holds: '<!doctype html>',
    heldBy: inBrowser,
    names: 'docs/sites.md',
  },
  { document: 'docs/sites.md', language: 'jsx', holds: 'use client', heldBy: inBrowser, names: 'docs/sites.md' },
  { document: 'docs/sites.md', language: 'js', holds: '[data-buy]', heldBy: inBrowser, names: 'docs/sites.md' },
  { document: 'docs/sites.md', language: 'js', holds: 'CartReporter', heldBy: inBrowser, names: 'docs/sites.md' },
  { document: 'docs/sites.md', language: 'html', holds: 'data-buy ', heldBy: inBrowser, names: 'docs/sites.md' },
];
