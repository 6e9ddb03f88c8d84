// The pages of docs/sites.md as printed, on a site of another origin than the service.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { build, type Plugin } from 'vite';
import { blocksOf } from '../../../bench/prove/guides/blocks.ts';
import { demo } from './service.ts';

const { baseUrl, demo: store } = demo();
const root = path.resolve(import.meta.dirname, '../../..');

/** The block of a guide in this language that contains this text, with address and key filled in. */
function example(guide: string, language: string, holds: string): string {
  const block = blocksOf(root, guide).find((each) => each.language === language && each.text.includes(holds));
  return block!.text.replaceAll('https://pay.example.com', baseUrl).replaceAll('rtm_live_…', store.checkoutKey);
}

type Site = Record<string, (request: Request) => Promise<Response>>;
const page = (html: string) => (): Promise<Response> =>
  Promise.resolve(new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }));

/** Serves a site on its own address while the test uses it. */
async function onSite(site: Site, look: (address: string) => Promise<void>): Promise<void> {
  const server = http.createServer((incoming, answer) => void respond(site, incoming, answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await look(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function respond(site: Site, incoming: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of incoming as AsyncIterable<Buffer>) body += chunk.toString();
  const { method = 'GET', url = '/' } = incoming;
  const request = new Request(`http://loja.example${url}`, { method, ...(body !== '' && { body }) });
  const response = (await site[url]?.(request)) ?? new Response(null, { status: 404 });
  answer.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

/** Presses the button, and expects a payment page of the store. */
async function buys(shopper: Page): Promise<void> {
  await shopper.getByRole('button', { name: 'Comprar' }).click();
  await shopper.waitForURL(/\/pay\/[0-9a-f-]{36}$/);
  await expect(shopper).toHaveTitle('Seus dados · Loja Aurora');
  await expect(shopper.locator('.summary .total .money')).toHaveText('R$ 49,90');
}

test('docs/sites.md, plain HTML: the button leads to the payment page; errors are shown', async ({ page: shopper }) => {
  await onSite({ '/': page(example('docs/sites.md', 'html', '<!doctype html>')) }, async (address) => {
    await shopper.goto(address);
    const refused = { success: false, error: { code: 'INVALID_API_KEY', message: '', details: {} } };
    const headers = { 'access-control-allow-origin': '*' };
    await shopper.route('**/stores/external/checkout', (route) =>
      route.fulfill({ status: 401, json: refused, headers }),
    );
    await shopper.getByRole('button', { name: 'Comprar' }).click();
    await expect(shopper.getByRole('status')).toHaveText('Não deu certo agora. Tente de novo em um instante.');
    await shopper.unroute('**/stores/external/checkout');
    await buys(shopper);
  });
});

test('docs/sites.md, a static site: the generated buttons lead to the payment page', async ({ page: shopper }) => {
  const [button, script] = [
    example('docs/sites.md', 'html', 'data-buy '),
    example('docs/sites.md', 'js', '[data-buy]'),
  ];
  await onSite({ '/': page(`${button}<script type="module">${script}</script>`) }, async (address) => {
    await shopper.goto(address);
    await buys(shopper);
  });
});

test('[CON17] docs/sites.md, a cart of the site’s own: reported with consent only, and forgotten once bought', async ({
  page: shopper,
}) => {
  const script = example('docs/sites.md', 'js', 'CartReporter')
    .replace('reporter.clear();', 'globalThis.buy = () => reporter.clear();')
    .replace('reporter.update({ items }', 'globalThis.change = (items) => reporter.update({ items }');
  const fields =
    '<input id="email" type="email"><input id="phone" type="tel"><input id="consent" type="checkbox"><main></main>';
  await onSite({ '/': page(`${fields}<script type="module">${script}</script>`) }, async (address) => {
    const reports: { cart: { token: string; items: object[] } }[] = [];
    shopper.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/stores/external/cart'))
        reports.push(request.postDataJSON() as (typeof reports)[number]);
    });
    const answered = () =>
      shopper.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/cart'));
    await shopper.goto(address);
    await shopper.waitForFunction('globalThis.change');
    await shopper.evaluate(
      `change([{ title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/camiseta.png' }])`,
    );
    await shopper.locator('#email').fill('ana@cliente.example');
    await shopper.locator('#phone').fill('11987654321');
    await shopper.locator('#consent').check();
    const first = answered();
    await shopper.locator('#email').fill('ana.souza@cliente.example');
    await shopper.locator('#phone').focus();
    expect((await first).status()).toBe(200);
    expect(reports).toMatchObject([
      { cart: { items: [{ title: 'Camiseta' }] }, customer: { email: 'ana.souza@cliente.example' }, consent: true },
    ]);
    const second = answered();
    await shopper.evaluate('buy()');
    expect((await second).status()).toBe(200);
    expect(reports[1]).toMatchObject({ cart: { token: reports[0]!.cart.token, items: [] } });
  });
});

/** The component in a page, built with a bundler. */
async function buildButton(component: string): Promise<string> {
  const modules: Record<string, string> = {
    'entry.jsx': `import { createRoot } from 'react-dom/client';
import { Buy } from 'buy.jsx';
createRoot(document.querySelector('main')).render(<Buy product="camiseta" />);`,
    'buy.jsx': component,
  };
  const printed: Plugin = {
    name: 'printed',
    enforce: 'pre',
    resolveId: (id) => (id in modules ? `/${id}` : undefined),
    load: (id) => modules[id.slice(1)],
  };
  const built = await build({
    root: path.join(root, 'packages/panel'),
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [printed],
    build: { write: false, rolldownOptions: { input: 'entry.jsx' } },
  });
  const { output } = [built].flat()[0] as { output: { type: string; code?: string }[] };
  return output.find(({ type }) => type === 'chunk')!.code!;
}

/** The route handler beside the SDK package, as the service serves it. */
async function openRoute(folder: string): Promise<(request: Request) => Promise<Response>> {
  const sdk = path.join(folder, 'node_modules/@retoma/client');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(path.join(sdk, 'package.json'), JSON.stringify({ type: 'module', exports: './index.js' }));
  writeFileSync(path.join(sdk, 'index.js'), await (await fetch(`${baseUrl}/client.js`)).text());
  const route = path.join(folder, 'route.mjs');
  writeFileSync(route, example('docs/sites.md', 'js', 'export async function POST'));
  Object.assign(process.env, {
    RETOMA_API_KEY: store.checkoutKey,
    RETOMA_SECRET_KEY: store.secretKey,
    RETOMA_URL: baseUrl,
  });
  const { POST } = (await import(pathToFileURL(route).href)) as { POST: (request: Request) => Promise<Response> };
  return POST;
}

test('docs/sites.md, Next.js: the button calls the route, which signs, and leads to the payment page', async ({
  page: shopper,
}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-site-'));
  try {
    const script = await buildButton(example('docs/sites.md', 'jsx', 'use client'));
    const html = `<!doctype html><main></main><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`;
    await onSite({ '/': page(html), '/checkout': await openRoute(folder) }, async (address) => {
      await shopper.goto(address);
      await buys(shopper);
      const checkoutId = shopper.url().split('/').at(-1);
      const answer = await fetch(`${baseUrl}/stores/external/checkout/${checkoutId}`, {
        headers: { 'x-api-key': store.secretKey },
      });
      expect(await answer.json()).toMatchObject({ signed: true, state: 'open' });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
