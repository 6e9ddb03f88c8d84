import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutgoing, type CallOut } from '../../../../base/net/http-client.ts';
import { openProvider } from '../../provider.ts';
import { openEmailDeps } from '../transport/send-mail.ts';
import { sendGrid } from './index.ts';

const parts = openEmailDeps({ callOut: openOutgoing({ allowPrivate: true }), allowPrivate: true });
let server: http.Server;
let api: string;
/** The response of `GET /v3/verified_senders` to a request with the right key. */
let answer: { status: number; json: unknown };
beforeAll(async () => {
  server = http.createServer({ keepAliveTimeout: 120_000 }, ({ url, headers: { authorization } }, response) => {
    const isKnown = authorization === 'Bearer SG.chave-de-teste';
    const { status, json } = isKnown ? answer : { status: 401, json: { errors: [] } };
    response.writeHead(url === '/v3/verified_senders' ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  parts.sessions.close();
  server.closeAllConnections();
  server.close();
});

/** Sends the requests to SendGrid's API to another origin. */
const callAt =
  (origin: string): CallOut =>
  (call) =>
    parts.callOut({ ...call, url: call.url.replace('https://api.sendgrid.com', origin) });

const list = (credentials: Record<string, unknown> = { apiKey: 'SG.chave-de-teste' }, at = api) =>
  openProvider(sendGrid, { email: { ...parts, callOut: callAt(at) } }).senders!(
    { connectionId: 'c', storeId: 's', settings: {}, credentials },
    new AbortController().signal,
  );

test('only verified senders are listed', async () => {
  const sender = { id: 1, from_name: 'Loja Aurora', from_email: 'Oi@loja.example', verified: true, locked: false };
  const results = [sender, { ...sender, from_email: 'novo@loja.example', verified: false }, { verified: true }, null];
  answer = { status: 200, json: { results } };
  expect(await list()).toEqual({ outcome: 'listed', senders: [{ name: 'Loja Aurora', email: 'oi@loja.example' }] });
  answer = { status: 200, json: 'x' };
  expect(await list()).toEqual({ outcome: 'listed', senders: [] });
});

test('a key without permission and an unreachable provider give a reason', async () => {
  answer = { status: 403, json: {} };
  expect(await list()).toEqual({ outcome: 'broken', reason: 'MISSING_PERMISSION' });
  answer = { status: 500, json: {} };
  expect(await list()).toMatchObject({ outcome: 'unreachable' });
  expect(await list({ apiKey: 'SG.outra-chave' })).toEqual({ outcome: 'broken', reason: 'INVALID_CREDENTIALS' });
  expect(await list({})).toMatchObject({ outcome: 'broken' });
  expect(await list(undefined, 'http://127.0.0.1:9')).toMatchObject({ outcome: 'unreachable' });
});
