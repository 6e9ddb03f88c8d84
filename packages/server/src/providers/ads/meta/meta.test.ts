import { expect, test } from 'vitest';
import { destinationSuite, examplePurchase, openDestination } from '../testing/destination-suite.ts';
import { account } from './testing/account.ts';
import { meta } from './index.ts';
import { metaEvent } from './payload.ts';
import { MetaServer } from './testing/meta-server.ts';

const now = (): number => examplePurchase().at;
const settingsFor = (url: string) => ({ META_CONVERSIONS_URL: `${url}/v26.0` });
const never = new AbortController().signal;

destinationSuite('Meta', async () => ({
  definition: meta,
  server: await new MetaServer(now).start(),
  settingsFor,
  account,
  readsAnswers: true,
  refusal: (text) => ({
    status: 400,
    body: { error: { code: 100, error_subcode: 2, message: text, error_user_msg: text } },
  }),
  path: '/events',
}));

test('[COM37] a purchase in the format of the Conversions API', () => {
  expect(metaEvent(examplePurchase())).toEqual({
    ok: true,
    disclosed: [
      'em',
      'ph',
      'fn',
      'ln',
      'ct',
      'st',
      'zp',
      'country',
      'client_ip_address',
      'client_user_agent',
      'fbp',
      'fbc',
    ],
    body: {
      event_name: 'Purchase',
      event_time: 1_795_809_869,
      event_id: '01890000-0000-7000-8000-000000001042',
      action_source: 'website',
      event_source_url: 'https://pagar.loja.example/pay/01890000-0000-7000-8000-000000000001',
      user_data: {
        em: 'bda05147046a85712e2e8286cbed6ab054585be5276c48b86ba85ae0fff41155',
        ph: '029c7290f14c4516673508635f0519db95f7daf42057fd0e4ad1de84c5408a66',
        fn: 'd147147c3dcbe0ac2756b42297dd7f013f8b2fa6178e209c3f74dc7d752243ef',
        ln: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
        ct: '3eda1428ae1aece064071f8d40f08fe2bc59ffa66c171a163caf15122ec4d7f0',
        st: 'be18b85f77fc024db379acf19e8a1ce62307ab7bb1bca395389ecfc2dafaf741',
        zp: '9a4a139dfbfcd2fc89a3cb4302dad65a35abd8d29a56c09a962b69c5cf3bca40',
        country: '885036a0da3dff3c3e05bc79bf49382b12bc5098514ed57ce0875aba1aa2c40d',
        client_ip_address: '203.0.113.7',
        client_user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142',
        fbp: 'fb.1.1596403881668.1116446470',
        fbc: 'fb.1.1554763741205.IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk',
      },
      custom_data: {
        currency: 'BRL',
        value: 290.35,
        order_id: '01890000-0000-7000-8000-000000001042',
        contents: [{ id: 'CANECA-1', quantity: 2, item_price: 135.23 }],
        content_type: 'product',
      },
    },
  });
});

test('[COM37] an event of a website without a browser or a page is not sent', () => {
  const { attribution } = examplePurchase();
  for (const missing of [{ userAgent: undefined }, { pageUrl: undefined }]) {
    expect(metaEvent(examplePurchase({ attribution: { ...attribution, ...missing } as never }))).toEqual({
      ok: false,
      reason: 'NO_BROWSER',
    });
  }
});

test('[COM37] a repeated purchase counts once, and an old one is refused', async () => {
  const server = await new MetaServer(now).start();
  const destination = openDestination(meta, settingsFor(server.url), now);
  await destination.send(account, examplePurchase(), never);
  await destination.send(account, examplePurchase(), never);
  expect(server.counted()).toBe(1);
  const old = examplePurchase({ at: now() - 8 * 24 * 60 * 60_000 });
  expect(await destination.send(account, old, never)).toMatchObject({ outcome: 'refused', code: '100/2804003' });
  server.failNext({ status: 200, body: { events_received: 0, messages: ['dropped'], fbtrace_id: 'A' } });
  expect(await destination.send(account, examplePurchase(), never)).toMatchObject({
    outcome: 'refused',
    code: 'NOT_COUNTED',
  });
  await server.stop();
});
