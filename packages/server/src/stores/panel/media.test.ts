import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStore } from '../manage-stores.ts';
import { keepMedia } from '../media.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../app/http/panel/testing/browser.ts';

let service: TestService;
let editor: PanelBrowser;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'edu@loja.example', 'editor');
  editor = new PanelBrowser(service);
  await editor.post('/sign-in', { email: 'edu@loja.example', password });
});
afterAll(() => service.stop());

const png = (more = ''): Buffer => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(more)]);
const send = (bytes: Buffer, storeId = service.storeId) =>
  editor.post(`/stores/${storeId}/media`, { data: bytes.toString('base64') });
const show = (url: string) => fetch(url.replace(service.context.baseUrl, service.baseUrl));

test('a picture is stored under its hash, public, immutable and sandboxed', async () => {
  const { body } = await send(png('logo'));
  const url = body['url'] as string;
  expect(url).toMatch(/^https:\/\/pay\.retoma\.example\/public\/media\/[\w-]{43}\.png$/);
  expect((await send(png('logo'))).body).toEqual(body);
  const { body: all } = await editor.get(`/stores/${service.storeId}/media`);
  expect(all['pictures']).toMatchObject([{ url }]);

  const response = await show(url);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png('logo'));
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  for (const other of [url.replace('.png', '.jpg'), url.replace(/.{4}\.png$/, 'AAAA.png'), `${url}/..%2f..`])
    expect((await show(other)).status).toBe(404);
});

test('the bytes determine the type of a picture; other types and too large files are refused', async () => {
  const jpeg = Buffer.from('ffd8ffe0', 'hex');
  const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
  expect((await send(jpeg)).body['url']).toMatch(/\.jpg$/);
  expect((await show((await send(webp)).body['url'] as string)).headers.get('content-type')).toBe('image/webp');
  for (const none of ['<svg onload="alert(1)"/>', 'GIF89a', '<!doctype html>', ''])
    expect(await editor.code(send(Buffer.from(none)))).toBe('NOT_A_PICTURE');
  expect(await editor.code(send(png('x'.repeat(256 * 1024 - 8))))).toBe(200);
  expect(await editor.code(send(png('x'.repeat(256 * 1024 - 7))))).toBe('PICTURE_TOO_LARGE');
});

test('a store has a limited number of pictures, counted separately', async () => {
  const { db } = service.context;
  const { storeId } = await createStore(db, 'Outra');
  expect(await keepMedia({ db, clock: Date.now }, storeId, png('a'), 1)).toMatchObject({ ok: true });
  expect(await keepMedia({ db, clock: Date.now }, storeId, png('b'), 1)).toEqual({
    ok: false,
    code: 'TOO_MANY_PICTURES',
  });
  expect(await keepMedia({ db, clock: Date.now }, storeId, png('a'), 1)).toMatchObject({ ok: true });
  expect(await editor.code(send(png('c'), storeId))).toBe('NOT_FOUND');
  expect(await editor.code(editor.get(`/stores/${storeId}/media`))).toBe('NOT_FOUND');
});
