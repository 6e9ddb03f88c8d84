import { expect, test } from 'vitest';
import { destinationSuite, examplePurchase, openDestination } from '../testing/destination-suite.ts';
import { sha256 } from '../normalise.ts';
import { account } from './testing/account.ts';
import { googleAds } from './index.ts';
import { clickConversion } from './payload.ts';
import { GoogleAdsServer } from './testing/google-ads-server.ts';

const settingsFor = (url: string) => ({ GOOGLE_ADS_URL: `${url}/v26`, GOOGLE_TOKEN_URL: `${url}/token` });
const never = new AbortController().signal;
const action = 'customers/1234567890/conversionActions/5556667778';

destinationSuite('Google Ads', async () => ({
  definition: googleAds,
  server: await new GoogleAdsServer().start(),
  settingsFor,
  account,
  readsAnswers: true,
  refusal: (text) => ({
    status: 200,
    body: {
      results: [{}],
      partialFailureError: {
        code: 3,
        message: text,
        details: [{ errors: [{ errorCode: { conversionUploadError: 'EXPIRED_CLICK' }, message: text }] }],
      },
    },
  }),
  path: ':uploadClickConversions',
}));

test('[COM37] a purchase as a conversion of a click', () => {
  expect(clickConversion(examplePurchase(), action)).toEqual({
    ok: true,
    disclosed: ['gclid', 'hashedEmail', 'hashedPhoneNumber'],
    body: {
      gclid: 'Cj0KCQiA-aurora',
      conversionAction: action,
      conversionDateTime: '2026-11-27 20:04:29+00:00',
      conversionValue: 290.35,
      currencyCode: 'BRL',
      orderId: '01890000-0000-7000-8000-000000001042',
      userIdentifiers: [
        { hashedEmail: 'bda05147046a85712e2e8286cbed6ab054585be5276c48b86ba85ae0fff41155' },
        { hashedPhoneNumber: '38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441' },
      ],
      consent: { adUserData: 'GRANTED', adPersonalization: 'GRANTED' },
    },
  });
});

test('[COM37] dots of Gmail addresses are removed, and a purchase names one click', () => {
  const { person, attribution } = examplePurchase();
  const gmail = clickConversion(
    examplePurchase({ person: { ...person, email: 'Ma.ri.a@gmail.com', phone: null } }),
    action,
  );
  expect(gmail).toMatchObject({ body: { userIdentifiers: [{ hashedEmail: sha256('maria@gmail.com') }] } });
  const { gclid: _, ...without } = attribution;
  const braid = clickConversion(examplePurchase({ attribution: { ...without, gbraid: 'g', wbraid: 'w' } }), action);
  expect(braid).toMatchObject({ disclosed: ['gbraid'], body: { gbraid: 'g' } });
  expect(clickConversion(examplePurchase({ attribution: without }), action)).toEqual({
    ok: false,
    reason: 'NO_CLICK_ID',
  });
});

test('[COM37] a repeated order counts as sent, and once', async () => {
  const server = await new GoogleAdsServer().start();
  const destination = openDestination(googleAds, settingsFor(server.url));
  expect(await destination.send(account, examplePurchase(), never)).toMatchObject({ outcome: 'sent', code: null });
  expect(await destination.send(account, examplePurchase(), never)).toMatchObject({
    outcome: 'sent',
    code: 'ORDER_ID_ALREADY_IN_USE',
  });
  expect(server.received).toHaveLength(1);
  server.failNext('hang', '/token');
  const giveUp = new AbortController();
  const hanging = server.hanging().then(() => giveUp.abort());
  // Without a token nothing was uploaded.
  expect(await destination.send(account, examplePurchase(), giveUp.signal)).toMatchObject({ outcome: 'later' });
  await hanging;
  await server.stop();
});
