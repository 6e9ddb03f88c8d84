import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Delivered } from '../provider.ts';
import { withoutNinthDigit } from '../phone-number.ts';
import { openForTest } from '../testing/gateway-suite.ts';
import { startLocalGateway, type GatewayAnswer, type LocalGateway } from '../testing/local-gateway.ts';
import { cloudApi } from './cloud-api/index.ts';
import { account as cloudApiAccount } from './cloud-api/testing/account.ts';
import { cloudError } from './cloud-api/testing/cloud-api-server.ts';
import { evolution } from './evolution/index.ts';
import { account as evolutionAccount } from './evolution/testing/account.ts';
import { uazapi } from './uazapi/index.ts';
import { account as uazapiAccount } from './uazapi/testing/account.ts';
import { zApi } from './z-api/index.ts';
import { account as zApiAccount } from './z-api/testing/account.ts';

test.each([
  ['5575988251234', '557588251234'],
  ['5511987654321', '551187654321'],
  ['557588251234', null],
  // Without its ninth digit it would be a landline, and so a stranger.
  ['5511945678901', null],
  ['551133334444', null],
  ['351912345678', null],
])('[RUN5] %s without its ninth digit is %s', (digits, other) => {
  expect(withoutNinthDigit(digits)).toBe(other);
});

// A server that knows the numbers of `known` alone, and refuses others as its provider does.
const known = new Set<string>();
let answer: { refused: GatewayAnswer; accepted: (number: string) => GatewayAnswer };
let gateway: LocalGateway;
const numberOf = (json: Readonly<Record<string, unknown>>): string =>
  String(json.number ?? json.phone ?? json.to).replace('+', '');
beforeAll(async () => {
  gateway = await startLocalGateway({
    denied: () => null,
    trial: () => null,
    problem: () => null,
    accepted: (_, { json }) => (known.has(numberOf(json)) ? answer.accepted(numberOf(json)) : answer.refused),
    invalid: () => ({ status: 400, json: {} }),
    refused: { status: 400, json: {} },
    limited: { status: 429, json: {} },
    away: { status: 503, json: {} },
  });
});
afterAll(() => gateway.stop());

const providers = {
  Evolution: {
    definition: evolution,
    account: evolutionAccount,
    refused: { status: 400, json: { response: { message: [{ jid: 'x@s.whatsapp.net', exists: false }] } } },
    accepted: (number: string) => ({ status: 201, json: { key: { id: `ID-${number}` } } }),
  },
  'Z-API': {
    definition: zApi,
    account: zApiAccount,
    refused: { status: 400, json: { error: 'Phone number does not exist' } },
    accepted: (number: string) => ({ status: 200, json: { messageId: `ID-${number}` } }),
  },
  uazapi: {
    definition: uazapi,
    account: uazapiAccount,
    refused: { status: 500, json: { error: 'the number is not on WhatsApp' } },
    accepted: (number: string) => ({ status: 200, json: { messageid: `ID-${number}` } }),
  },
  'Cloud API': {
    definition: cloudApi,
    account: cloudApiAccount,
    refused: cloudError(400, 131_026),
    accepted: (number: string) => ({ status: 200, json: { messages: [{ id: `ID-${number}` }] } }),
  },
} as const;

async function send(
  name: keyof typeof providers,
  to: string,
  ...numbers: string[]
): Promise<{ delivered: Delivered; tried: string[] }> {
  const { definition, account, ...answers } = providers[name];
  answer = answers;
  known.clear();
  for (const number of numbers) known.add(number);
  gateway.received.length = 0;
  const delivered = await openForTest(definition).send(
    {
      key: 'run:a#1',
      storeId: 's',
      channel: 'whatsapp',
      to,
      content: { type: 'text', message: 'Oi, Ana!' },
      settings: { ...account.settings, baseUrl: gateway.url },
      credentials: account.credentials,
      windowOpen: true,
    },
    new AbortController().signal,
  );
  return { delivered, tried: gateway.received.map(({ json }) => numberOf(json)) };
}

describe.each(['Evolution', 'Z-API', 'uazapi'] as const)('a number without WhatsApp at %s', (name) => {
  test('[RUN5] is tried once more without its ninth digit', async () => {
    expect(await send(name, '+5575988251234', '557588251234')).toEqual({
      delivered: { outcome: 'sent', providerId: 'ID-557588251234' },
      tried: ['5575988251234', '557588251234'],
    });
  });

  test('[RUN5] is refused after both', async () => {
    expect(await send(name, '75 8825-1234')).toMatchObject({
      delivered: { outcome: 'refused', reason: 'CANNOT_RECEIVE' },
      tried: ['5575988251234', '557588251234'],
    });
  });

  test('[RUN5] that has no other form is tried once', async () => {
    expect((await send(name, '+551133334444')).tried).toEqual(['551133334444']);
    expect((await send(name, '+5575988251234', '5575988251234')).tried).toEqual(['5575988251234']);
  });
});

test('[RUN5] the Cloud API, which finds the number itself, is asked once', async () => {
  expect((await send('Cloud API', '+5575988251234')).tried).toEqual(['5575988251234']);
});
