// Rules for every route of the service, generated from its routes, so that a new undeclared one fails.
import { publicContract } from '../../../http/public-contract.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { createApp } from '../app.ts';
import { panelContract } from '../../../panel-contract.ts';
import { entries, type RouteEntry } from './testing/route-access.ts';
import { routeTable, type Route } from './testing/route-table.ts';
import { startTwoStores, type TwoStores } from './testing/isolation-fixture.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-entries-'));
const document = readFileSync(path.resolve(import.meta.dirname, '../../../../../../docs/threat-model.md'), 'utf8');

let stores: TwoStores;
let routes: Route[];
let app: FastifyInstance;
beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
  stores = await startTwoStores();
  stores.service.context.panel = folder;
  routes = await routeTable(stores.service.context);
  app = createApp(stores.service.context);
});
afterAll(async () => {
  await app.close();
  await stores.service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const nameOf = ({ method, url }: Route): string => `${method} ${url}`;
const declared = (): string[] => [
  ...Object.values(panelContract).map(({ method, path }) => `${method} ${path}`),
  ...entries.flatMap(({ url, methods }) => methods.map((method) => `${method} ${url}`)),
];

const publicPaths = new Set(Object.values(publicContract).map(({ path }) => path as string));
const isOfPublicApi = (name: string): boolean => publicPaths.has(name.replace(/^\w+ (\/api)?/, ''));

describe('[CHK13] routes of the service', () => {
  test('each is declared, and each declared one exists', async () => {
    // A resource of the public API has a route for the other methods, which refuses them.
    const found: string[] = [];
    for (const route of routes) if (!(await isRefusedMethod(route))) found.push(nameOf(route));
    // Each address of the public API is served with a slash at its end too.
    const withSlash = found.filter((name) => name.endsWith('/') && found.includes(name.slice(0, -1)));
    expect(withSlash.map((name) => name.slice(0, -1)).sort()).toEqual(found.filter(isOfPublicApi).sort());
    expect(found.filter((name) => !withSlash.includes(name)).sort()).toEqual(declared().sort());
  });

  test('the threat model names each route outside the panel’s contract', () => {
    const missing = entries.filter(({ url }) => !url.startsWith('/api/') && !document.includes(`\`${url}\``));
    expect(missing.map(({ url }) => url)).toEqual([]);
  });

  test.each(entries)('$methods $url sends the headers that its responses need', async (entry) => {
    for (const url of addressesOf(entry)) {
      for (const method of entry.methods) {
        const { statusCode, headers } = await app.inject({ method: method as 'GET', url, payloadAsStream: true });
        expect(headers['x-content-type-options'], url).toBe('nosniff');
        expect(headers['permissions-policy'], url).toMatch(
          /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\)/,
        );
        expect(headers['strict-transport-security'], url).toBe('max-age=31536000');
        expect([headers['server'], headers['x-powered-by']]).toEqual([undefined, undefined]);
        if (/html/.test(String(headers['content-type']))) expectPage(headers);
        // A 303 is not cached unless its headers allow that.
        if (isAuthenticated(entry) && statusCode !== 303) expect(headers['cache-control'], url).toContain('no-store');
      }
    }
  });

  test('unknown routes are refused with the same headers', async () => {
    for (const url of ['/nada', '/panel/api/nada', '/webhooks/nada', '/pay', '/..%2f..%2fetc/passwd']) {
      const { statusCode, headers, body } = await app.inject(url);
      expect([statusCode, headers['x-content-type-options']]).toEqual([404, 'nosniff']);
      expect(body).not.toContain('root:');
    }
  });
});

/** Only our scripts, no frame around the page, and no referrer. */
function expectPage(headers: Record<string, unknown>): void {
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/);
  expect(headers['referrer-policy']).toMatch(/^(no-referrer|same-origin)$/);
}

/** Whether the response depends on the caller, so that it must not be cached. */
const isAuthenticated = ({ opening, answer }: RouteEntry): boolean =>
  answer !== 'file' && (opening === 'id' || opening === 'session' || opening === 'seal');

const isRefusedMethod = async ({ method, url }: Route): Promise<boolean> =>
  !declared().includes(`${method} ${url}`) &&
  (await app.inject({ method: method as 'GET', url: url.replace(/:\w+/g, newId()) })).statusCode === 405;

/** An existing address, if there can be one, and one that does not exist. */
function addressesOf({ url }: RouteEntry): string[] {
  const there: Record<string, string> = { ...stores.other, name: 'camiseta.svg', cep: '01001000' };
  const good = url.replace(/:(\w+)/g, (_, name: string) => there[name] ?? 'x').replace('*', 'x');
  return [good, url.replace(/:\w+/g, newId()).replace('*', '..%2f..%2fpackage.json')];
}
