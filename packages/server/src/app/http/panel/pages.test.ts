import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { addPanelPages } from './pages.ts';

const page = '<!doctype html><script src="/panel/assets/main-1.js"></script>';
const script = 'console.log("one")';
const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-panel-'));
const app: FastifyInstance = Fastify();

beforeAll(() => {
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), page);
  writeFileSync(path.join(folder, '.sources'), 'hidden');
  writeFileSync(path.join(folder, 'assets', 'main-1.js'), script);
  writeFileSync(path.join(folder, 'assets', 'main-1.js.br'), brotliCompressSync(script));
  addPanelPages(app, { panel: folder } as Context);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the built panel', () => {
  test('is served from memory: its files may be rebuilt or deleted while the process runs', async () => {
    await app.ready();
    rmSync(path.join(folder, 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'index.html'), 'half of another');
    expect((await app.inject('/panel/assets/main-1.js')).body).toBe(script);
    expect((await app.inject('/panel')).body).toBe(page);
  });

  test('redirects browsers that open the service’s address, and returns a list of addresses to programs', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const browser = await app.inject({ url: '/', headers: { accept } });
    expect([browser.statusCode, browser.headers.location]).toEqual([302, '/panel']);
    for (const accept of ['application/json', '*/*', undefined]) {
      const program = await app.inject({ url: '/', headers: { ...(accept && { accept }) } });
      expect([program.statusCode, program.headers.vary]).toEqual([200, 'accept']);
      expect(program.json()).toEqual({ success: true, panel: '/panel', docs: '/docs', openapi: '/openapi.json' });
    }
  });

  test('files are cached permanently, pages are revalidated, and an unchanged page is not sent again', async () => {
    const file = await app.inject('/panel/assets/main-1.js');
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const answer = await app.inject('/panel/runs/1?x=2');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect(answer.body).toBe(page);
    const again = await app.inject({ url: '/panel', headers: { 'if-none-match': String(answer.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('[CHK15] is sent compressed to clients that accept it, and uncompressed to others', async () => {
    const url = '/panel/assets/main-1.js';
    const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(small.rawPayload).toEqual(brotliCompressSync(script));
    const plain = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
  });

  test.each([
    '/panel/api/gone',
    '/panel/assets/gone.js',
    '/panel/assets/main-1.js.br',
    '/panel/assets/..%2f..%2fpackage.json',
  ])('%s is not found: no page replaces a missing script', async (url) =>
    expect((await app.inject(url)).statusCode).toBe(404),
  );

  test.each(['/panel/.sources', '/panel/..%2f..%2fetc%2fpasswd'])('%s returns only the page', async (url) =>
    expect((await app.inject(url)).body).toBe(page),
  );
});
