import { expect, test } from 'vitest';
import { freightSuite, openFreight, quoteRequest, sessionOf, type TestedFreight } from '../testing/freight-suite.ts';
import { expiryOf } from './expiry.ts';
import { correios } from './index.ts';
import { readQuote } from './parse-quote.ts';
import { account } from './testing/account.ts';
import { CorreiosServer } from './testing/correios-server.ts';

const server = new CorreiosServer();
const tested: TestedFreight = {
  definition: correios,
  server,
  account,
  refusedAccount: { ...account, credentials: { accessCode: 'another access code'.replaceAll(' ', '-') } },
  setting: 'CORREIOS_URL',
  path: '/preco',
};
const { signal } = new AbortController();

freightSuite(tested);

const pac = { service: '03298', name: 'PAC', carrier: 'Correios', price: 1_992, minDays: null, maxDays: 6 };
const sedex = { service: '03220', name: 'Sedex', carrier: 'Correios', price: 103_450, minDays: null, maxDays: 2 };

test('[COM33] sends grams and one box, and reads prices with a comma', async () => {
  const provider = openFreight(tested, server.url);
  const session = await sessionOf(provider, account);
  expect(await provider.quote(account, session, quoteRequest, signal)).toEqual({
    outcome: 'quoted',
    services: [pac, sedex],
  });
  expect(server.bodies('/preco')).toMatchObject([
    {
      idLote: '1',
      parametrosProduto: [
        {
          coProduto: '03298',
          nuRequisicao: '1',
          cepOrigem: '30130000',
          cepDestino: '01310100',
          psObjeto: '900',
          tpObjeto: '2',
          comprimento: '30',
          largura: '25',
          altura: '10',
        },
        { coProduto: '03220' },
        { coProduto: '03158' },
      ],
    },
  ]);
});

test.each([500, 'garbage', 'cut'] as const)('[COM33] without the terms the prices count: %s', async (failure) => {
  const provider = openFreight(tested, server.url);
  const session = await sessionOf(provider, account);
  server.failNext(failure, '/prazo');
  const result = await provider.quote(account, session, quoteRequest, signal);
  expect(result).toMatchObject({ outcome: 'quoted', services: [{ price: 1_992, maxDays: null }, { maxDays: null }] });
});

test('[COM33] without a token, or with one that expired, a new one is requested', async () => {
  const provider = openFreight(tested, server.url);
  expect(await provider.quote(account, null, quoteRequest, signal)).toEqual({ outcome: 'expired' });
  const session = await sessionOf(provider, account);
  server.expireToken();
  expect(await provider.quote(account, session, quoteRequest, signal)).toEqual({ outcome: 'expired' });
});

test('[COM33] a token ends 30 minutes before its time, which is Brasília’s', () => {
  expect(new Date(expiryOf('2026-11-28T12:00:00', 0)).toISOString()).toBe('2026-11-28T14:30:00.000Z');
  expect(new Date(expiryOf('2026-11-28T12:00:00Z', 0)).toISOString()).toBe('2026-11-28T11:30:00.000Z');
  expect(expiryOf('amanhã', 1_000)).toBe(601_000);
});

test('[COM33] a service with an error is left out, whatever price comes with it', () => {
  const right = { coProduto: '03298', pcFinal: '19,92' };
  const wrong = { coProduto: '03220', pcFinal: '0,00', txErro: 'PRC-127: O produto não atende o CEP de destino' };
  expect(readQuote([right, wrong], undefined)).toMatchObject([{ service: '03298' }]);
  expect(readQuote([wrong], undefined)).toEqual([]);
});
