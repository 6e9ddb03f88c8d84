import { expect, test } from 'vitest';
import { freightSuite, openFreight, quoteRequest, type TestedFreight } from '../testing/freight-suite.ts';
import { frenet } from './index.ts';
import { account } from './testing/account.ts';
import { FrenetServer } from './testing/frenet-server.ts';

const server = new FrenetServer();
const tested: TestedFreight = {
  definition: frenet,
  server,
  account,
  refusedAccount: { ...account, credentials: { token: 'another-token' } },
  setting: 'FRENET_URL',
  path: '/shipping/quote',
};

freightSuite(tested);

test.each([false, true])('[COM33] reads the list of services, spelled right: %s', async (isSpelledRight) => {
  server.isSpelledRight = isSpelledRight;
  const provider = openFreight(tested, server.url);
  expect(await provider.quote(account, null, quoteRequest, new AbortController().signal)).toEqual({
    outcome: 'quoted',
    services: [
      { service: '03298', name: 'PAC', carrier: 'Correios', price: 3_250, minDays: null, maxDays: 9 },
      { service: 'JAD_P', name: '.Package', carrier: 'Jadlog', price: 2_800, minDays: null, maxDays: 5 },
    ],
  });
  expect(server.bodies('/quote').at(-1)).toMatchObject({
    SellerCEP: '30130000',
    ShipmentInvoiceValue: 138.85,
    ShippingItemArray: [{ Height: 3, Length: 30, Width: 25, Weight: 0.25, Quantity: 2 }, { Weight: 0.4 }],
  });
});
