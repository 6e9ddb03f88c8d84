import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CartReporter } from './cart-reporter.ts';
import { CheckoutClient } from './checkout-client.ts';
import type { CartReport } from './types.ts';

const items = [{ title: 'Camiseta', quantity: 1, unitPrice: 4990, image: 'https://loja.example/camiseta.png' }];
let kept: Map<string, string>;
let closePage: () => void;
let answer: () => Response;
let sent: CartReport[];
let agrees: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  kept = new Map();
  sent = [];
  agrees = true;
  answer = () => Response.json({ success: true });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', { href: 'https://loja.example/carrinho' });
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => (closePage = listener));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function newReporter(): CartReporter {
  const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
    sent.push(JSON.parse(init!.body as string) as CartReport);
    return Promise.resolve(answer());
  };
  const retoma = new CheckoutClient({ apiKey: 'rtm_live_x', baseUrl: 'https://pay.example', retries: 0, fetch });
  return new CartReporter(retoma, { consent: () => agrees });
}
const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('[CON17] a cart is reported a second after the last change, once, with a token that stays', async () => {
  const reporter = newReporter();
  reporter.update({ items });
  await wait(5_000);
  expect(sent).toEqual([]);
  reporter.contact({ email: 'ana@cliente' });
  await wait(5_000);
  expect(sent).toEqual([]);
  reporter.contact({ email: 'ana@cliente.example' });
  await wait(900);
  reporter.contact({ name: 'Ana' });
  await wait(900);
  expect(sent).toEqual([]);
  await wait(100);
  const customer = { email: 'ana@cliente.example', name: 'Ana' };
  const token = expect.stringMatching(/^\d+_[0-9a-f]{32}$/) as string;
  expect(sent).toEqual([{ cart: { items, token }, customer, url: 'https://loja.example/carrinho', consent: true }]);
  reporter.update({ items });
  await wait(5_000);
  expect(sent).toHaveLength(1);
  newReporter().update({ items: [...items, ...items] }, 'https://loja.example/c');
  reporter.update({ items: [...items, ...items] });
  await wait(5_000);
  expect(sent[1]!.cart.token).toBe(sent[0]!.cart.token);
});

test('[CON17] nothing is reported without consent; a closing page reports at once', async () => {
  agrees = false;
  const reporter = newReporter();
  reporter.update({ items });
  reporter.contact({ phone: '(11) 98765-4321' });
  await wait(5_000);
  closePage();
  expect([sent, kept.size]).toEqual([[], 0]);
  agrees = true;
  reporter.contact({ name: 'Ana' });
  closePage();
  expect(sent).toHaveLength(1);
  await wait(5_000);
  expect(sent).toHaveLength(1);
});

test('[CON17] a bought cart is forgotten, and the next one is another; one older than 7 days too', async () => {
  const reporter = newReporter();
  reporter.clear();
  expect(sent).toEqual([]);
  reporter.contact({ email: 'ana@cliente.example' });
  const tokens: string[] = [];
  const forget = (): Promise<unknown> => {
    reporter.clear();
    return wait(0);
  };
  for (const next of [forget, () => wait(8 * 24 * 3_600_000), () => wait(0)]) {
    reporter.update({ items, totalDiscount: tokens.length });
    await wait(1_000);
    tokens.push(sent.at(-1)!.cart.token);
    await next();
  }
  expect(new Set(tokens).size).toBe(3);
  expect(sent[1]).toEqual({ cart: { token: tokens[0], items: [] }, consent: true });
});

test('[CON17] a report that fails disturbs nothing, and the next change reports again', async () => {
  answer = () => Response.json({ success: false, error: { code: 'RATE_LIMITED' } }, { status: 429 });
  const reporter = newReporter();
  reporter.contact({ email: 'ana@cliente.example' });
  reporter.update({ items });
  await wait(1_000);
  vi.stubGlobal('localStorage', undefined);
  reporter.update({ items });
  await wait(1_000);
  expect(sent).toHaveLength(2);
});
