import { expect, test } from 'vitest';
import { destinationSuite, examplePurchase, openDestination } from '../testing/destination-suite.ts';
import { account } from './testing/account.ts';
import { ga4 } from './index.ts';
import { ga4Request } from './payload.ts';
import { Ga4Server } from './testing/ga4-server.ts';

const now = (): number => examplePurchase().at;
const settingsFor = (url: string) => ({ GA4_URL: url });
const never = new AbortController().signal;
const stream = 'G-AURORA1234';

destinationSuite('GA4', async () => ({
  definition: ga4,
  server: await new Ga4Server(now).start(),
  settingsFor,
  account,
  readsAnswers: false,
  refusal: (text) => ({ status: 400, body: { error: text } }),
  path: '/mp/collect',
}));

test('[COM37] a purchase and its refund in the format of the Measurement Protocol', () => {
  const purchase = examplePurchase();
  expect(ga4Request(purchase, stream)).toEqual({
    ok: true,
    disclosed: ['client_id', 'session_id'],
    body: {
      client_id: '1234567890.1700000000',
      timestamp_micros: purchase.at * 1000,
      consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
      events: [
        {
          name: 'purchase',
          params: {
            transaction_id: purchase.orderId,
            currency: 'BRL',
            value: 290.35,
            shipping: 19.9,
            items: [{ item_id: 'CANECA-1', quantity: 2, price: 135.23 }],
            session_id: '1764273600',
            engagement_time_msec: 1,
          },
        },
      ],
    },
  });
  const refund = ga4Request({ ...purchase, event: 'refund' }, 'G-OTHER123');
  expect(refund).toMatchObject({
    body: { events: [{ name: 'refund', params: { transaction_id: purchase.orderId } }] },
  });
  expect(JSON.stringify(refund)).not.toContain('session_id');
});

test('[COM37] without the client id of a browser nothing is sent', () => {
  expect(ga4Request(examplePurchase({ attribution: {} }), stream)).toEqual({ ok: false, reason: 'NO_CLIENT_ID' });
});

test('[COM38] the test reads what the validation found', async () => {
  const server = await new Ga4Server(now).start();
  const destination = openDestination(ga4, settingsFor(server.url), now);
  server.failNext({
    status: 200,
    body: {
      validationMessages: [{ fieldPath: 'events', description: 'It is wrong.', validationCode: 'VALUE_INVALID' }],
    },
  });
  expect(await destination.verify(account, never)).toEqual({
    outcome: 'refused',
    status: 200,
    code: 'VALUE_INVALID',
    message: 'It is wrong.',
  });
  await server.stop();
});
