import { expect, test } from 'vitest';
import { destinationSuite, examplePurchase, openDestination } from '../testing/destination-suite.ts';
import { account } from './testing/account.ts';
import { tiktok } from './index.ts';
import { tiktokEvent } from './payload.ts';
import { tiktokSent } from './response.ts';
import { TiktokServer } from './testing/tiktok-server.ts';

const settingsFor = (url: string) => ({ TIKTOK_EVENTS_URL: `${url}/open_api/v1.3` });

destinationSuite('TikTok', async () => ({
  definition: tiktok,
  server: await new TiktokServer().start(),
  settingsFor,
  account,
  readsAnswers: true,
  refusal: (text) => ({ status: 200, body: { code: 40_002, message: text, request_id: 'aurora' } }),
  path: '/event/track/',
}));

test('[COM37] a purchase in the format of the Events API', () => {
  expect(tiktokEvent(examplePurchase())).toEqual({
    ok: true,
    disclosed: ['email', 'phone', 'ttclid', 'ttp', 'ip', 'user_agent'],
    body: {
      event: 'Purchase',
      event_time: 1_795_809_869,
      event_id: '01890000-0000-7000-8000-000000001042',
      user: {
        email: 'bda05147046a85712e2e8286cbed6ab054585be5276c48b86ba85ae0fff41155',
        phone: '38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441',
        ttclid: 'E.C.P.aurora',
        ttp: '2aurora',
        ip: '203.0.113.7',
        user_agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142',
      },
      page: { url: 'https://pagar.loja.example/pay/01890000-0000-7000-8000-000000000001' },
      properties: {
        currency: 'BRL',
        value: 290.35,
        order_id: '01890000-0000-7000-8000-000000001042',
        contents: [{ content_id: 'CANECA-1', quantity: 2, price: 135.23 }],
        content_type: 'product',
      },
    },
  });
});

test('[COM37] an error under HTTP 200 is a refusal', async () => {
  const server = await new TiktokServer().start();
  const destination = openDestination(tiktok, settingsFor(server.url));
  const other = { ...account, settings: { ...account.settings, pixelId: 'COTHER1234567890' } };
  expect(await destination.send(other, examplePurchase(), new AbortController().signal)).toMatchObject({
    outcome: 'refused',
    isBroken: true,
    status: 200,
    code: '40001',
  });
  await server.stop();
});

test.each([
  [0, { outcome: 'sent', code: null }],
  [20_001, { outcome: 'sent', code: '20001' }],
  [40_100, { outcome: 'later', code: '40100' }],
  [40_700, { outcome: 'uncertain', code: '40700' }],
  [50_000, { outcome: 'uncertain', code: '50000' }],
  [50_002, { outcome: 'uncertain' }],
  [40_001, { outcome: 'refused', isBroken: true }],
  [40_002, { outcome: 'refused', isBroken: false, code: '40002' }],
  [40_000, { outcome: 'refused', isBroken: false }],
  [40_102, { outcome: 'refused', isBroken: true }],
  [40_104, { outcome: 'refused', isBroken: true }],
  [40_105, { outcome: 'refused', isBroken: true, code: '40105' }],
])('[COM37] code %i decides, also under HTTP 200', (code, expected) => {
  for (const status of [200, 400])
    expect(
      tiktokSent({ outcome: 'answered', status, body: { code, message: 'as TikTok words it' } }, []),
    ).toMatchObject({
      ...expected,
      status,
    });
});
