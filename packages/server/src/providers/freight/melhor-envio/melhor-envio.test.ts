import { expect, test } from 'vitest';
import { freightSuite, openFreight, quoteRequest, sessionOf, type TestedFreight } from '../testing/freight-suite.ts';
import { melhorEnvio } from './index.ts';
import { account } from './testing/account.ts';
import { MelhorEnvioServer } from './testing/melhor-envio-server.ts';

const server = new MelhorEnvioServer();
const tested: TestedFreight = {
  definition: melhorEnvio,
  server,
  account,
  refusedAccount: { ...account, credentials: { accessToken: 'x'.repeat(40) } },
  setting: 'MELHOR_ENVIO_URL',
  path: '/calculate',
};
const { signal } = new AbortController();
const day = 24 * 60 * 60_000;

freightSuite(tested);

test('[COM33] sends kilograms, centimetres and reais, and reads the store’s own adjustments', async () => {
  const provider = openFreight(tested, server.url);
  const result = await provider.quote(account, await sessionOf(provider, account), quoteRequest, signal);
  expect(result).toEqual({
    outcome: 'quoted',
    services: [
      { service: '1', name: 'PAC', carrier: 'Correios', price: 2_410, minDays: 6, maxDays: 7 },
      { service: '2', name: 'SEDEX', carrier: 'Correios', price: 4_137, minDays: 2, maxDays: 2 },
    ],
  });
  expect(server.bodies('/calculate')).toEqual([
    {
      from: { postal_code: '30130000' },
      to: { postal_code: '01310100' },
      products: [
        { id: '1', width: 25, height: 3, length: 30, weight: 0.25, insurance_value: 49.9, quantity: 2 },
        { id: '2', width: 12, height: 10, length: 16, weight: 0.4, insurance_value: 39.05, quantity: 1 },
      ],
    },
  ]);
  expect(server.requests[0]!.headers['user-agent']).toBe('Retoma (loja@exemplo.com.br)');
});

test('[COM33] a token is renewed on day 20 of 30, and the new refresh token replaces the old one', async () => {
  const now = 1_800_000_000_000;
  const provider = openFreight(tested, server.url, () => now);
  const first = provider.firstSession!(account, now)!;
  expect(first).toMatchObject({ renewAt: now + 20 * day, expiresAt: now + 30 * day });
  server.expireToken();
  expect(await provider.quote(account, first, quoteRequest, signal)).toEqual({ outcome: 'expired' });
  const renewed = await provider.renew!(account, first, signal);
  if (renewed.outcome !== 'renewed') throw new Error(renewed.reason);
  expect(renewed.session).toMatchObject({ renewAt: now + 20 * day, expiresAt: now + 30 * day });
  expect((await provider.quote(account, renewed.session, quoteRequest, signal)).outcome).toBe('quoted');
  expect(await provider.renew!(account, first, signal)).toEqual({ outcome: 'refused', reason: 'ACCESS_TOKEN' });
});

test('[COM33] a pasted token without a refresh token is used until it is refused', () => {
  const pasted = { ...account, credentials: { accessToken: account.credentials.accessToken } };
  const session = melhorEnvio.firstSession!(pasted, Date.now())!;
  expect(session).toMatchObject({ renewAt: null, expiresAt: Number.MAX_SAFE_INTEGER });
});
