import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDelete } from '../../stores/queries/stores.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { unsubscribeLink } from '../../base/links/unsubscribe-link.ts';

let service: TestService;
let storeId: string;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  ({ storeId } = await createStore(service.context.db, 'Loja Aurora'));
});

const form = 'application/x-www-form-urlencoded';
const pathOf = (channel: 'whatsapp' | 'email' = 'email', address = 'ana@cliente.example'): string =>
  new URL(unsubscribeLink(service.context, { storeId, domain: null }, channel, address)!).pathname;
const get = (path: string, init: RequestInit = {}) => fetch(service.baseUrl + path, init);
const post = (path: string, body: string | null, type: string | null = form) =>
  get(path, { method: 'POST', body, headers: type === null ? {} : { 'content-type': type } });
const rows = async (text: string) => (await service.context.db.query<Record<string, unknown>>(text, [storeId])).rows;
const optOuts = () => rows('select channel, source from opt_outs where store_id = $1 order by 1');
const consents = () =>
  rows('select channel, state, source, host(ip) as ip from consents where store_id = $1 order by at, consent_id');

describe('the unsubscribe link', () => {
  test('[COM8] GET shows a page with one button and changes nothing, however often scanners open it', async () => {
    const path = pathOf();
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await get(path, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
    }
    const page = await (await get(path)).text();
    expect(page.match(/<button/g)).toHaveLength(1);
    for (const text of ['Loja Aurora', 'por e-mail', 'Não quero mais receber']) expect(page).toContain(text);
    expect(page).not.toMatch(/ana|cliente/i);
    expect([await optOuts(), await consents()]).toEqual([[], []]);
  });

  test('[COM8] the button opts out, the next one opts in again, and both are recorded', async () => {
    const path = pathOf('whatsapp', '+5511987654321');
    const out = await post(path, 'wish=out');
    expect([out.status, await out.text()]).toEqual([200, expect.stringContaining('não receberá mais')]);
    expect(await optOuts()).toEqual([{ channel: 'whatsapp', source: 'unsubscribe page' }]);
    const page = await (await get(path)).text();
    expect(page).toContain('name="wish" value="back"');
    const back = await post(path, 'wish=back');
    expect(await back.text()).toContain('voltou a receber');
    expect(await optOuts()).toEqual([]);
    const stored = { channel: 'whatsapp', source: 'unsubscribe page', ip: '127.0.0.1' };
    expect(await consents()).toEqual([
      { ...stored, state: 'withdrawn' },
      { ...stored, state: 'granted' },
    ]);
  });

  const boundary = '----=_Part_1';
  const multipart = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="List-Unsubscribe"',
    '',
    'One-Click',
    `--${boundary}--`,
    '',
  ].join('\r\n');
  test.each([
    ['a form', 'List-Unsubscribe=One-Click', form],
    ['a form with its charset', 'List-Unsubscribe=One-Click', `${form}; charset=UTF-8`],
    ['a multipart form', multipart, `multipart/form-data; boundary="${boundary}"`],
  ])('[COM8] one click of a mail program, as %s: 200 at once, no redirect, no cookie', async (_, body, type) => {
    const answer = await get(pathOf(), { method: 'POST', body, headers: { 'content-type': type }, redirect: 'manual' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
    expect(await consents()).toEqual([{ channel: 'email', state: 'withdrawn', source: 'one-click', ip: null }]);
    expect(await optOuts()).toEqual([{ channel: 'email', source: 'one-click' }]);
  });

  test.each([
    ['nothing', null, null],
    ['another type', '{}', 'application/json'],
    ['no form', '\u0000%zz', form],
    ['a form without a wish', 'x=1', form],
  ])('[COM8] a body of %s opts out too', async (_, body, type) => {
    expect((await post(pathOf(), body, type)).status).toBe(200);
    expect(await optOuts()).toEqual([{ channel: 'email', source: 'unsubscribe page' }]);
  });

  test('[COM8] pressing twice is recorded once', async () => {
    const path = pathOf();
    await post(path, 'List-Unsubscribe=One-Click');
    await post(path, 'List-Unsubscribe=One-Click');
    await post(path, 'wish=out');
    expect(await consents()).toHaveLength(1);
  });

  test('[COM8] affects only its store, its channel and its contact', async () => {
    const { storeId: other } = await createStore(service.context.db, 'Outra');
    await post(pathOf(), 'wish=out');
    const { rows } = await service.context.db.query('select from opt_outs where store_id = $1', [other]);
    expect(rows).toEqual([]);
    for (const path of [pathOf('whatsapp', '+5511987654321'), pathOf('email', 'otto@cliente.example')]) {
      expect(await (await get(path)).text()).toContain('Parar de receber');
    }
    expect(await (await get(pathOf('email', ' ANA@cliente.example '))).text()).toContain('não receberá mais');
  });

  test('[COM8] works for a deleted store, and in English', async () => {
    const path = pathOf();
    await storeDelete(service.context.db, storeId);
    service.context.directory.forget();
    const answer = await get(path, { headers: { 'accept-language': 'en' }, method: 'POST', body: 'wish=out' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('on behalf of this store')]);
    expect(await optOuts()).toHaveLength(1);
  });

  test.each(['/u/x', `/u/${'A'.repeat(100)}`, '/u/%00'])(
    '[COM8] %s is an invalid link: a page that reports this, for GET and POST',
    async (path) => {
      for (const answer of [await get(path), await post(path, 'wish=out')]) {
        expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('<h1')]);
      }
    },
  );

  test('an internal error gets a page too, with the request id and nothing of the link', async () => {
    const lost = await startTestService();
    const link = unsubscribeLink(lost.context, { storeId, domain: null }, 'email', 'ana@cliente.example')!;
    await lost.context.db.end();
    const { pathname } = new URL(link);
    const answer = await fetch(lost.baseUrl + pathname, {
      method: 'POST',
      headers: { 'x-request-id': 'pedido-000123' },
    });
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('pedido-000123')]);
    expect(lost.logged.join('\n')).not.toContain(pathname.slice(3));
    await lost.app.close();
  });
});
