import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConnectionTest } from '../../provider.ts';
import { openForTest } from '../../testing/gateway-suite.ts';
import { startLocalGateway, type GatewayAnswer, type LocalGateway } from '../../testing/local-gateway.ts';
import { cloudApi } from './index.ts';
import { account } from './testing/account.ts';
import { cloudError } from './testing/cloud-api-server.ts';

let gateway: LocalGateway;
let answer: GatewayAnswer;
const requests: string[] = [];
beforeAll(async () => {
  gateway = await startLocalGateway({
    denied: () => null,
    trial({ method, path }) {
      requests.push(`${method} ${path}`);
      return method === 'GET' ? { status: 200, json: { verified_name: 'Loja Aurora' } } : answer;
    },
    problem: () => null,
    accepted: () => answer,
    invalid: () => answer,
    refused: cloudError(400, 100),
    limited: cloudError(429, 4),
    away: cloudError(503, 2),
  });
});
afterAll(() => gateway.stop());

function connect(settings: object, subscribed: GatewayAnswer): Promise<ConnectionTest> {
  answer = subscribed;
  requests.length = 0;
  const connection = {
    connectionId: 'c',
    storeId: 's',
    settings: { ...settings, baseUrl: gateway.url },
    credentials: account.credentials,
  };
  return openForTest(cloudApi).testConnection(connection, new AbortController().signal);
}

const connected = { outcome: 'works', account: 'Loja Aurora' };

test('[COM15] with the id of the account, connecting subscribes the app to its webhooks', async () => {
  expect(await connect(account.settings, { status: 200, json: { success: true } })).toEqual(connected);
  expect(requests).toEqual(['GET /v25.0/106540352242922', 'POST /v25.0/102290129340398/subscribed_apps']);
});

test('[COM15] without it, as in earlier connections, nothing is subscribed', async () => {
  const { phoneNumberId } = account.settings;
  expect(await connect({ phoneNumberId }, cloudError(403, 200))).toEqual(connected);
  expect(requests).toEqual(['GET /v25.0/106540352242922']);
});

test.each([
  [cloudError(403, 200), { outcome: 'broken', reason: 'WEBHOOKS_NOT_SUBSCRIBED' }],
  [cloudError(400, 100), { outcome: 'broken', reason: 'WEBHOOKS_NOT_SUBSCRIBED' }],
  [cloudError(429, 4), { outcome: 'unreachable', reason: 'RATE_LIMITED' }],
])('[COM15] a subscription that is refused is not a connection', async (refused, tried) => {
  expect(await connect(account.settings, refused)).toEqual(tried);
});

test('[COM15] the help names every field that webhooks are read from', () => {
  for (const text of Object.values(cloudApi.webhooks!.setupHelp))
    for (const field of ['messages', 'user_preferences', 'account_update', 'message_template_status_update'])
      expect(text).toContain(field);
  for (const text of Object.values(cloudApi.whereToFind!.text)) expect(text).toContain('/register');
});
