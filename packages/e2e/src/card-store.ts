import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { cart, item, marina, sizes, watch, type Watch } from './pay-page.ts';
import { createCheckoutKey } from './second-store.ts';
import { demo, retoma } from './service.ts';

// Stores that take cards through a provider. A file of `testing` replaces the provider's script at its address, and a server of the tests
// (service.ts) its API. No request leaves this machine.

const { baseUrl } = demo();
const testing = path.resolve(import.meta.dirname, 'testing');

/** `files`: how the provider's files in `testing` begin. `script`: where its script is. `options`: of its account. */
const providers = {
  mercadopago: { files: 'mercado-pago', script: 'https://sdk.mercadopago.com/**', takesPix: true, options: [] },
  stripe: { files: 'stripe', script: 'https://js.stripe.com/**', takesPix: false, options: ['--save-anyway'] },
} as const;

/** Creates a store with cards of a provider, and opens the page of a checkout of R$ 78,00 there, on a phone. Returns the page's problems. */
export async function openCheckoutWithCards(page: Page, provider: keyof typeof providers): Promise<Watch> {
  const { files, script } = providers[provider];
  await page.setViewportSize(sizes.phone);
  const watched = await watch(page);
  const body = readFileSync(path.join(testing, `${files}-sdk.js`), 'utf8');
  await page.route(script, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const answer = await fetch(`${baseUrl}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': storeWithCards(provider) },
    body: JSON.stringify({ cart: { ...cart(), items: [item('Caneca', 'caneca', 2, 3900)] }, customer: marina }),
  });
  await page.goto(((await answer.json()) as { checkoutUrl: string }).checkoutUrl);
  return watched;
}

/** A new store; returns its checkout key. */
function storeWithCards(provider: keyof typeof providers): string {
  const { files, takesPix, options } = providers[provider];
  const { storeId } = JSON.parse(retoma('store', 'create', '--name', 'Loja Cartão', '--json')) as { storeId: string };
  if (takesPix) retoma('payment', 'set', '--store', storeId, '--provider', 'sandbox', '--methods', 'pix');
  const [settings, credentials] = ['settings', 'credentials'].map((name) => `${testing}/${files}-${name}.json`);
  const account = ['--settings', settings!, '--credentials', credentials!];
  retoma('payment', 'set', '--store', storeId, '--provider', provider, '--methods', 'card', ...options, ...account);
  return createCheckoutKey(storeId);
}
