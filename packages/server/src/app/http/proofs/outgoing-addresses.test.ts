// No outsider makes the server call an address that only the server can reach. Here 127.0.0.2 stands for the public internet, and 127.0.0.1
// for a private address; address-policy.test.ts tests which real addresses are public.
import { globSync, readFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { openOutgoing as OpenOutgoing, HttpResult } from '../../../base/net/http-client.ts';

vi.mock('../../../base/net/address-policy.ts', () => ({
  isPublicAddress: (address: string) => address === '127.0.0.2',
}));
const resolving = vi.hoisted(() => ({ answers: [] as string[][] }));
vi.mock('node:dns/promises', () => ({
  Resolver: class {
    resolve4(): Promise<string[]> {
      return Promise.resolve(resolving.answers.length > 1 ? resolving.answers.shift()! : resolving.answers[0]!);
    }
    resolve6(): Promise<string[]> {
      return Promise.reject(new Error('no such record'));
    }
  },
}));

let openOutgoing: typeof OpenOutgoing;
// Test files share loaded modules, so these are loaded again with the replaced internet, and once more by the next file.
beforeAll(async () => {
  vi.resetModules();
  ({ openOutgoing } = await import('../../../base/net/http-client.ts'));
});
afterAll(() => vi.resetModules());

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(host: string, listener: RequestListener, port = 0): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    seen.push(request.url!);
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return { port: (server.address() as AddressInfo).port, seen };
}

const call = (url: string): Promise<HttpResult> =>
  openOutgoing({ allowPrivate: false })({ method: 'GET', url, signal: new AbortController().signal });
const refused = { outcome: 'unsent', reason: 'PRIVATE_ADDRESS' };

describe('an address that a store sets', () => {
  test.each([301, 302, 303, 307, 308])('by %s redirects to no private address', async (status) => {
    const inside = await serve('127.0.0.1', (_, response) => response.end('inside'));
    const targets = [
      `http://127.0.0.1:${inside.port}/`,
      `http://2130706433:${inside.port}/`,
      `http://localhost:${inside.port}/`,
    ];
    for (const location of targets) {
      resolving.answers = [['127.0.0.1']];
      const outside = await serve('127.0.0.2', (_, response) => response.writeHead(status, { location }).end());
      expect(await call(`http://127.0.0.2:${outside.port}/`)).toEqual(refused);
      expect(outside.seen).toEqual(['/']);
    }
    expect(inside.seen).toEqual([]);
  });

  test('with a changing name is resolved and checked each time, and private results are skipped', async () => {
    const inside = await serve('127.0.0.1', (_, response) => response.end('inside'));
    const outside = await serve(
      '127.0.0.2',
      (_, response) => response.writeHead(200, { connection: 'close' }).end('outside'),
      inside.port,
    );
    resolving.answers = [['127.0.0.2'], ['127.0.0.1']];
    expect(await call(`http://loja.example:${inside.port}/`)).toMatchObject({ outcome: 'answered', status: 200 });
    expect(await call(`http://loja.example:${inside.port}/`)).toEqual(refused);
    resolving.answers = [['127.0.0.1', '127.0.0.2']];
    expect(await call(`http://loja.example:${inside.port}/`)).toMatchObject({ outcome: 'answered', status: 200 });
    expect([inside.seen.length, outside.seen.length]).toEqual([0, 2]);
  });
});

test('only the listed files open connections', () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const opens = /\bfetch\(|net\.connect|tls\.connect|\bhttps?\.(?:request|get)\(|createTransport\(|request: open/;
  const files = globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|(^|\/)testing\//.test(file))
    .filter((file) => opens.test(readFileSync(path.join(root, file), 'utf8')))
    .sort();
  expect(files).toEqual([
    'base/net/http-client.ts',
    // The service's own PostgreSQL.
    'base/postgres/embedded/postmaster.ts',
    // The operator sets the mail server.
    'base/service-mail.ts',
    // The operator sets the address of traces.
    'base/telemetry/otlp-exporter.ts',
    // Builds bytes and sends nothing.
    'providers/channels/email/build-mime.ts',
    // Resolves names like http-client.ts.
    'providers/channels/email/transport/session.ts',
  ]);
});
