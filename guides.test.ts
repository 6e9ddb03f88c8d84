// Every example of the guides for developers, run as it stands against the real service: only address, keys and ids are put in.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { webhookSecret } from './packages/server/src/stores/webhook-secret.ts';
import { startTestService, type TestService } from './packages/server/src/testing/test-service.ts';

const root = import.meta.dirname;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Block = { language: string; text: string; line: number };

/** The blocks of a document that are in these languages, in order. */
function blocksOf(document: string, ...languages: string[]): Block[] {
  const text = readFileSync(path.join(root, document), 'utf8');
  return [...text.matchAll(/^( *)```(\w+)\n([^]*?)^ *```$/gm)]
    .map(({ 1: indent = '', 2: language = '', 3: inside = '', index }) => ({
      language,
      text: inside.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: text.slice(0, index).split('\n').length,
    }))
    .filter(({ language }) => languages.includes(language));
}

/** An example with what its reader puts in. */
const filledIn = (text: string): string =>
  text
    .replaceAll('https://pay.example.com', service.baseUrl)
    .replaceAll('rtm_live_…', service.checkoutKey)
    .replaceAll('rtm_secret_…', service.secretKey);

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  RETOMA_URL: service.baseUrl,
  RETOMA_API_KEY: service.checkoutKey,
  RETOMA_SECRET_KEY: service.secretKey,
  RETOMA_STORE_ID: service.storeId,
  RETOMA_WEBHOOK_SECRET: webhookSecret(service.context.webhookKeyOf(service.storeId)),
});

/** Runs a program; answers what it printed. Fails where it fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: root, env: environment() });
  return stdout;
}

/** The SDK by its source: what is published is built out of it, which package.test.ts of the client holds. */
const runModule = (text: string): Promise<string> =>
  run(
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    filledIn(text).replace("'@retoma/client'", "'@retoma/client/source'"),
  );

/** A link that was printed leads to a checkout of this store. */
async function expectCheckout(printed: string): Promise<void> {
  const checkoutId = /\/pay\/([0-9a-f-]{36})/.exec(printed)?.[1];
  const answer = await fetch(`${service.baseUrl}/stores/external/checkout/${checkoutId}`, {
    headers: { 'x-api-key': service.secretKey },
  });
  expect(await answer.json(), printed).toMatchObject({ success: true, state: 'open' });
}

const named = (blocks: Block[]): [string, Block][] => blocks.map((block) => [`line ${block.line}`, block]);
const guides = ['docs/quick-start.md', 'docs/checkout-integration.md', 'docs/events.md'];

describe.each(guides)('every cURL of %s works', (guide) => {
  const curls = blocksOf(guide, 'sh').filter(({ text }) => text.startsWith('curl'));
  test.each(named(curls))('%s', async (_line, { text }) => {
    const checkout = (await (await service.post({ cart: { items: [item] } })).json()) as { checkoutId: string };
    const ready = filledIn(text).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, checkout.checkoutId);
    const answer = await run('bash', '-c', `${ready.trimEnd()} --silent --show-error`);
    expect(JSON.parse(answer), answer).toMatchObject({ success: true });
  });
});

const item = { title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/camiseta.png' };

describe('the programs of the guides work', () => {
  test('docs/checkout-integration.md: the SDK in Node', async () => {
    const [sdk] = blocksOf('docs/checkout-integration.md', 'js');
    await expectCheckout(await runModule(`${sdk!.text}; console.log(checkoutUrl);`));
  });

  test('docs/checkout-integration.md: signing in Node', async () => {
    const [, signing] = blocksOf('docs/checkout-integration.md', 'js');
    await expectCheckout(await runModule(signing!.text));
  });

  test.each(['python', 'php'])('docs/checkout-integration.md: signing in %s', async (language) => {
    const [signing] = blocksOf('docs/checkout-integration.md', language);
    const program = language === 'python' ? 'python3' : 'php';
    const flag = language === 'python' ? '-c' : '-r';
    const text = filledIn(signing!.text).replace('<?php\n', '');
    const printed = await run(program, flag, text).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    // Nothing of this repository brings them along.
    if (printed === null) process.stdout.write(`NOT RUN: this machine has no ${program}\n`);
    else await expectCheckout(printed);
  });

  test('docs/events.md: an event that is signed', async () => {
    const [signed] = blocksOf('docs/events.md', 'js');
    const before = await service.count('events');
    await runModule(signed!.text.replaceAll('1042', '1043'));
    expect(await service.count('events')).toBe(before + 1);
  });

  test('docs/sites.md: the route of Next.js takes its prices from itself, and signs', async () => {
    const [route] = blocksOf('docs/sites.md', 'js');
    const ask = `
      const asked = (product) => new Request('http://loja.example', { method: 'POST', body: JSON.stringify({ product, quantity: 2 }) });
      console.log((await POST(asked('nada'))).status, (await (await POST(asked('camiseta'))).json()).checkoutUrl);`;
    const printed = await runModule(route!.text + ask);
    expect(printed).toMatch(/^404 /);
    await expectCheckout(printed);
  });
});

describe('JSON of the guides is what the service takes', () => {
  test('docs/checkout-integration.md: a whole request', async () => {
    const request = blocksOf('docs/checkout-integration.md', 'json').find(({ text }) =>
      text.includes('"token": "one-per-cart'),
    );
    expect((await service.post(request!.text)).status).toBe(201);
  });

  test('docs/events.md: a whole event', async () => {
    const event = blocksOf('docs/events.md', 'json').find(({ text }) => text.includes('"evt_1042_pix"'));
    const { checkoutId } = (await (await service.post({ cart: { items: [item] } })).json()) as { checkoutId: string };
    const answer = await fetch(`${service.baseUrl}/stores/external/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': service.secretKey },
      body: event!.text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, checkoutId),
    });
    expect([answer.status, await answer.json()]).toEqual([202, expect.objectContaining({ success: true })]);
  });
});
