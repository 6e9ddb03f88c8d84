import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openForTest } from '../testing/gateway-suite.ts';
import type { ChannelConnection } from '../provider.ts';
import { pixel, type LocalGateway } from '../testing/local-gateway.ts';
import { cloudApi } from './cloud-api/index.ts';
import { evolution } from './evolution/index.ts';
import { account as evolutionAccount } from './evolution/testing/account.ts';
import { startEvolution } from './evolution/testing/evolution-server.ts';
import { phoneIn, pictureIn } from './pairing.ts';
import { uazapi } from './uazapi/index.ts';
import { account as uazapiAccount } from './uazapi/testing/account.ts';
import { startUazapi } from './uazapi/testing/uazapi-server.ts';
import { zApi } from './z-api/index.ts';
import { account as zApiAccount } from './z-api/testing/account.ts';
import { startZApi } from './z-api/testing/z-api-server.ts';

type Account = Pick<ChannelConnection, 'settings' | 'credentials'>;
const gateways: [string, () => Promise<LocalGateway>, typeof zApi, Account][] = [
  ['Z-API', startZApi, zApi, zApiAccount],
  ['uazapi', startUazapi, uazapi, uazapiAccount],
  ['Evolution', startEvolution, evolution, evolutionAccount],
];

describe.each(gateways)('%s pairs a phone', (_name, start, definition, account) => {
  let gateway: LocalGateway;
  let connection: ChannelConnection;
  const { pairing } = openForTest(definition);
  const signal = new AbortController().signal;
  beforeAll(async () => {
    gateway = await start();
    connection = {
      connectionId: 'c',
      storeId: 's',
      settings: { ...account.settings, baseUrl: gateway.url },
      credentials: account.credentials,
    };
  });
  afterAll(() => gateway.stop());

  test('a paired phone is shown with its number', async () => {
    expect(await pairing!.look(connection, signal)).toEqual({ outcome: 'works', account: '5511300000000' });
  });

  test('an unpaired phone shows a code until it is scanned, also after repeated unpairing', async () => {
    for (const _ of [1, 2]) expect(await pairing!.end(connection, signal)).toMatchObject({ outcome: 'works' });
    const seen = [];
    for (const _ of [1, 2]) seen.push(await pairing!.look(connection, signal));
    expect(seen.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
    expect(seen.at(-1)).toEqual({ outcome: 'waiting', qr: pixel });
    gateway.phone.isPaired = true;
    expect(await pairing!.look(connection, signal)).toMatchObject({ outcome: 'works' });
  });

  test('with wrong credentials or an unreachable server it reports that and shows no code', async () => {
    const wrong = { token: 'errado', clientToken: 'errado', apiKey: 'errado' };
    const stranger = { ...connection, credentials: { ...account.credentials, ...wrong } };
    expect(await pairing!.look(stranger, signal)).toMatchObject({ outcome: 'broken' });
    expect(await pairing!.end(stranger, signal)).toMatchObject({ outcome: 'broken' });
    const nowhere = { ...connection, settings: { ...connection.settings, baseUrl: 'http://127.0.0.1:9' } };
    expect(await pairing!.look(nowhere, signal)).toMatchObject({ outcome: 'unreachable' });
    expect(await pairing!.look({ ...connection, credentials: {} }, signal)).toMatchObject({ outcome: 'broken' });
  });
});

test('an official number cannot be paired', () => {
  expect(openForTest(cloudApi).pairing).toBeUndefined();
});

test('an invalid picture or number is not shown', () => {
  expect(pictureIn(pixel.split(',')[1])).toBe(pixel);
  for (const odd of [
    'data:image/svg+xml;base64,PHN2Zz4=',
    'https://evil.example/q.png',
    `${pixel}"onload=`,
    7,
    null,
    '',
  ])
    expect(pictureIn(odd)).toBeNull();
  expect(pictureIn(`${pixel.slice(0, -2)}${'A'.repeat(300_000)}`)).toBeNull();
  expect([phoneIn('5511300000000:12@s.whatsapp.net'), phoneIn('5511300000000')]).toEqual([
    '5511300000000',
    '5511300000000',
  ]);
  expect([phoneIn('<b>1</b>'), phoneIn('123'), phoneIn(undefined)]).toEqual([null, null, null]);
});

const callsThatFail: [string, typeof zApi, Account, unknown, unknown][] = [
  [
    'Evolution',
    evolution,
    evolutionAccount,
    { instance: { state: 'close' } },
    { error: true, message: 'Error: Cannot read properties of undefined' },
  ],
  ['uazapi', uazapi, uazapiAccount, { instance: { status: 'disconnected' } }, { error: 'QR code limit reached' }],
  ['Z-API', zApi, zApiAccount, { connected: false }, { error: 'Internal error' }],
];

test.each(callsThatFail)('%s: a pairing that fails with status 200 is shown, and not waited for', async (...one) => {
  const [, definition, account, state, failure] = one;
  const answers = [state, failure];
  const server = createServer((_, response) => response.end(JSON.stringify(answers.shift())));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = { connectionId: 'c', storeId: 's', ...account, settings: { ...account.settings, baseUrl } };
  const looked = await openForTest(definition).pairing!.look(connection, new AbortController().signal);
  server.close();
  expect(looked).toEqual({ outcome: 'unreachable', reason: 'PROVIDER_UNAVAILABLE' });
});
