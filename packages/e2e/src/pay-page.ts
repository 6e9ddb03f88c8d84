import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { graveViolations } from './grave-violations.ts';
import { demo } from './service.ts';

const { baseUrl, demo: store } = demo();

/** The folder of the screenshots. */
export const shots = path.resolve(import.meta.dirname, '../../../test-results/screenshots');

/** The viewports of a phone and a desktop. `narrow`: the narrowest screen, and a page at 400% zoom on a usual one. */
export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
export const narrow = { width: 320, height: 640 };

/** Creates a checkout, of the demo store without another store's key, and returns its payment link. */
export async function checkout(request: object, key = store.checkoutKey): Promise<string> {
  const answer = await fetch(`${baseUrl}/stores/external/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(request),
  });
  return ((await answer.json()) as { checkoutUrl: string }).checkoutUrl;
}

/** A line of a cart, with one of the demo pictures. */
export const item = (title: string, picture: string, quantity: number, unitPrice: number) => ({
  title,
  quantity,
  unitPrice,
  image: `${baseUrl}/public/demo/${picture}.svg`,
  options: [{ name: 'Tamanho', value: 'M' }],
});

/** A cart of R$ 138,80; `shipped`: it requires an address. */
export const cart = (shipped = false) => ({
  items: [item('Camiseta Retoma', 'camiseta', 2, 4990), item('Caneca', 'caneca', 1, 3900)],
  requiresShipping: shipped,
});

/** A shopper with valid details. */
export const marina = {
  name: 'Marina Souza',
  email: 'marina@exemplo.com.br',
  document: '529.982.247-25',
  phone: '(11) 98765-4321',
};

/** Fills in the fields of the first step. */
export async function fillIn(page: Page, person: Partial<typeof marina> = marina): Promise<void> {
  for (const [name, value] of Object.entries(person)) await page.locator(`#${name}`).fill(value);
}

/** Presses a button of the sandbox's bank, by a request, for the payment that the page waits for. */
export async function actAsBank(page: Page, act: 'pay' | 'refuse' | 'expire'): Promise<void> {
  const address = await page.getByRole('link', { name: 'Simular o banco' }).getAttribute('href');
  const answer = await fetch(`${baseUrl}${address}`, { method: 'POST', body: new URLSearchParams({ act }) });
  expect(answer.ok).toBe(true);
}

/** Problems of a page: script errors, requests to other hosts, and the sum of its layout shifts. */
export type Watch = { errors: string[]; external: string[]; shift: () => Promise<number> };

/** Records a page's errors, its requests to other hosts, and its layout shifts without input. */
export async function watch(page: Page): Promise<Watch> {
  const watched = { errors: [] as string[], external: [] as string[] };
  page.on('pageerror', (error) => watched.errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && watched.errors.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(baseUrl) && !request.url().startsWith('data:')) watched.external.push(request.url());
  });
  await page.addInitScript(() => {
    const shared = window as unknown as { shift: number };
    shared.shift = 0;
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) shared.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return { ...watched, shift: () => page.evaluate(() => (window as unknown as { shift: number }).shift) };
}

/** The fields of an address that unfold behind its CEP. */
export const afterZipcode = ['#street', '#number', '#neighborhood', '#city', '#state'];

/** The accessibility violations that axe rates serious or critical, by rule and element. A frame belongs to a provider or a bank, and is not checked. */
export async function barriers(page: Page): Promise<string[]> {
  const found = await graveViolations(page, ['iframe']);
  return found.map(({ rule, elements }) => `${rule}: ${elements.map(({ selector }) => selector).join(', ')}`);
}

/** Whether the page needs no horizontal scrolling. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
