import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeStore } from '../../stores/manage-stores.ts';
import { smallCart, startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const open = async (path: string, language = 'pt-BR'): Promise<{ status: number; page: string; headers: Headers }> => {
  const answer = await fetch(service.baseUrl + path, { headers: { 'accept-language': language } });
  return { status: answer.status, page: await answer.text(), headers: answer.headers };
};
async function create(body: unknown): Promise<string> {
  const answer = (await (await service.post(body)).json()) as { checkoutId: string };
  return `/pay/${answer.checkoutId}`;
}

describe('the payment page', () => {
  test('[CHK4] shows the store, the items and the prices for a link', async () => {
    const { status, page, headers } = await open(await create(smallCart));
    expect(status).toBe(200);
    for (const text of ['Loja Aurora', 'Camiseta', 'R$\u00a099,80', 'https://loja.example/c.png'])
      expect(page).toContain(text);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex');
  });

  test('ignores a query string', async () => {
    expect((await open(`${await create(smallCart)}?utm_source=ads&x=%zz`)).status).toBe(200);
  });

  test('[COM3] a program’s visit is not activity; a person’s is, also inside of an app', async () => {
    const path = await create(smallCart);
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
    const visit = (headers: Record<string, string>, method = 'GET'): Promise<Response> =>
      fetch(service.baseUrl + path, { method, headers: { 'user-agent': phone, ...headers } });
    const referer = 'https://machine.example/';
    for (const agent of ['WhatsApp/2.24.6.77 A', 'facebookexternalhit/1.1', 'meta-externalagent/1.1'])
      expect((await visit({ 'user-agent': agent, referer })).status).toBe(200);
    await visit({ referer }, 'HEAD');
    await visit({ referer, purpose: 'prefetch' });
    expect((await visit({ 'user-agent': `${phone} Instagram 334.0` })).status).toBe(200);
    const visits = async (): Promise<unknown[]> =>
      (await service.context.db.query('select browser from shoppers where checkout_id = $1', [path.slice(5)])).rows;
    await expect.poll(visits).toEqual([{ browser: expect.objectContaining({ name: 'Instagram' }) }]);
    expect(await visits()).toEqual([{ browser: expect.not.objectContaining({ referrer: referer }) }]);
  });

  test('is in English if the browser prefers it', async () => {
    const path = await create(smallCart);
    expect((await open(path)).page).toContain('lang="pt-BR"');
    expect((await open(path, 'en-US,en;q=0.9')).page).toContain('lang="en"');
  });

  test('shows hostile titles, options and addresses as text', async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const item = { ...smallCart.cart.items[0], title: hostile, options: [{ name: hostile, value: hostile }] };
    const cart = { items: [item], discounts: [{ title: hostile, amount: 1 }] };
    const { page } = await open(await create({ cart, redirect: { cancelUrl: `https://loja.example/?${hostile}` } }));
    expect(page).not.toMatch(/<script(?! type="module" src="\/pay\/assets\/)|<img src=x/);
    expect(page).toContain('&lt;script&gt;');
  });

  test.each(['/pay/x', `/pay/${randomUUID()}`, "/pay/'%20or%201=1", '/pay/%00'])(
    '%s gets a page about an unknown link',
    async (path) => {
      const { status, page, headers } = await open(path);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toContain('text/html');
      expect(page).toContain('<h1');
    },
  );

  test('reports a paused store', async () => {
    const path = await create(smallCart);
    await changeStore(service.context.db, service.storeId, { active: false }, unaudited);
    service.context.directory.forget();
    const { status, page } = await open(path);
    expect(status).toBe(403);
    expect(page).toContain('Loja Aurora');
    await changeStore(service.context.db, service.storeId, { active: true }, unaudited);
    service.context.directory.forget();
  });

  test('an internal error gets a page too, with only the request id', async () => {
    const path = await create(smallCart);
    const lost = await startTestService();
    await lost.context.db.end();
    const answer = await fetch(lost.baseUrl + path, { headers: { 'x-request-id': 'pedido-000123' } });
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain('pedido-000123');
    expect(page).not.toMatch(/pool|Error:|at .*\.ts/);
    await lost.app.close();
  });
});
