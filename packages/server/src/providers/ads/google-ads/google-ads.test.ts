import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { destinationSuite, examplePurchase, openDestination } from '../testing/destination-suite.ts';
import type { OpenDestination } from '../destination.ts';
import { sha256 } from '../normalise.ts';
import { account, earlierAccount } from './testing/account.ts';
import { googleAdsForm } from './form.ts';
import { googleAds } from './index.ts';
import { adsEvent } from './payload.ts';
import { googleError, GoogleAdsServer, violation } from './testing/google-ads-server.ts';

const settingsFor = (url: string) => ({ GOOGLE_DATA_MANAGER_URL: `${url}/v1`, GOOGLE_TOKEN_URL: `${url}/token` });
const never = new AbortController().signal;
const path = '/v1/events:ingest';

destinationSuite('Google Ads', async () => ({
  definition: googleAds,
  server: await new GoogleAdsServer().start(),
  settingsFor,
  account,
  readsAnswers: true,
  refusal: (text) => ({ status: 400, body: googleError(400, 'INVALID_ARGUMENT', text, violation('events[0]', text)) }),
  path,
}));

const event = {
  transactionId: '01890000-0000-7000-8000-000000001042',
  eventTimestamp: '2026-11-27T20:04:29.613Z',
  eventSource: 'WEB',
  adIdentifiers: { gclid: 'Cj0KCQiA-aurora' },
  conversionValue: 290.35,
  currency: 'BRL',
  consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_GRANTED' },
  userData: {
    userIdentifiers: [
      { emailAddress: 'bda05147046a85712e2e8286cbed6ab054585be5276c48b86ba85ae0fff41155' },
      { phoneNumber: '38225ec3dccec4189659c110ddc4f3dc9c27539850cb6a9ddae31ae03a5cf441' },
    ],
  },
};

test('[COM37] a purchase as an event of the Data Manager API', () => {
  expect(adsEvent(examplePurchase())).toEqual({
    ok: true,
    disclosed: ['gclid', 'emailAddress', 'phoneNumber'],
    body: event,
  });
});

test.each([
  ['Ma.ri.a@gmail.com', 'maria@gmail.com'],
  ['ma.ria+loja@googlemail.com', 'maria@googlemail.com'],
  ['ma.ria+loja@cliente.example', 'ma.ria+loja@cliente.example'],
])('[COM37] %s is hashed as %s', (email, plain) => {
  const { person } = examplePurchase();
  expect(adsEvent(examplePurchase({ person: { ...person, email, phone: null } }))).toMatchObject({
    body: { userData: { userIdentifiers: [{ emailAddress: sha256(plain) }] } },
  });
});

test('[COM37] a purchase names one click, and the contact goes with gclid alone', () => {
  const { gclid: _, ...without } = examplePurchase().attribution;
  for (const [clicks, name] of [
    [{ gbraid: 'g', wbraid: 'w' }, 'gbraid'],
    [{ wbraid: 'w' }, 'wbraid'],
  ] as const) {
    const payload = adsEvent(examplePurchase({ attribution: { ...without, ...clicks } }));
    expect(payload).toMatchObject({ disclosed: [name], body: { adIdentifiers: { [name]: clicks[name as 'wbraid'] } } });
    expect(payload).not.toHaveProperty('body.userData');
  }
  expect(adsEvent(examplePurchase({ attribution: without }))).toEqual({ ok: false, reason: 'NO_CLICK_ID' });
});

describe('[COM37] the Data Manager API', () => {
  let server: GoogleAdsServer;
  let destination: OpenDestination;
  beforeAll(async () => {
    server = await new GoogleAdsServer().start();
    destination = openDestination(googleAds, settingsFor(server.url));
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.hasTerms = true;
    server.requests.length = 0;
  });

  test('gets account, conversion action and event, and counts an order once', async () => {
    expect(await destination.send(account, examplePurchase(), never)).toMatchObject({ outcome: 'sent', status: 200 });
    expect(await destination.send(account, examplePurchase(), never)).toMatchObject({ outcome: 'sent' });
    expect(server.received).toEqual([event]);
    expect(server.requests[0]).toEqual({
      destinations: [
        {
          operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
          loginAccount: { accountType: 'GOOGLE_ADS', accountId: '1112223333' },
          productDestinationId: '5556667778',
        },
      ],
      events: [event],
      encoding: 'HEX',
      validateOnly: false,
    });
  });

  test('[COM38] validates a made-up event, without a manager account too', async () => {
    const { loginCustomerId: _, ...settings } = account.settings;
    expect(await destination.verify({ ...account, settings }, never)).toEqual({ outcome: 'ok' });
    expect(server.requests).toMatchObject([{ validateOnly: true, destinations: [{}] }]);
    expect(server.requests[0]!.destinations[0]).not.toHaveProperty('loginAccount');
  });

  test('without a token nothing was sent', async () => {
    server.failNext('hang', '/token');
    const giveUp = new AbortController();
    const hanging = server.hanging().then(() => giveUp.abort());
    expect(await destination.send(account, examplePurchase(), giveUp.signal)).toMatchObject({ outcome: 'later' });
    await hanging;
  });

  test('an account of an earlier release says what its owner must do, and is saved with a new token alone', async () => {
    const refused = { outcome: 'refused', isBroken: true, status: 403, code: 'SCOPE' };
    expect(await destination.send(earlierAccount, examplePurchase(), never)).toMatchObject(refused);
    expect(await destination.verify(earlierAccount, never)).toMatchObject({ outcome: 'refused', code: 'SCOPE' });
    const { refreshToken } = account.credentials;
    const renewed = googleAdsForm.credentials.parse({ ...earlierAccount.credentials, refreshToken });
    expect(renewed).toEqual(account.credentials);
  });

  test('an account without the terms for contacts counts by its click', async () => {
    server.hasTerms = false;
    expect(await destination.verify(account, never)).toEqual({ outcome: 'ok' });
    const eventId = '01890000-0000-7000-8000-000000001043';
    const sent = await destination.send(account, examplePurchase({ orderId: eventId, eventId }), never);
    expect(sent).toMatchObject({ outcome: 'sent', disclosed: ['gclid'] });
    expect(server.received.at(-1)).not.toHaveProperty('userData');
    expect(server.received.at(-1)).toMatchObject({ transactionId: eventId });
  });

  test.each([
    ['another account', { customerId: '9999999999' }, 403],
    ['another conversion action', { conversionActionId: '1' }, 400],
  ])('%s is its owner’s to repair', async (_, change, status) => {
    const other = { ...account, settings: { ...account.settings, ...change } };
    const sent = await destination.send(other, examplePurchase(), never);
    expect(sent).toMatchObject({ outcome: 'refused', isBroken: true, status, code: 'ACCOUNT' });
    expect(sent).toHaveProperty(
      'message',
      expect.stringMatching(/^(?:PERMISSION_DENIED|INVALID_CONVERSION_ACTION_ID): /),
    );
  });

  test.each([
    [
      'an event',
      violation('events[0].event_timestamp', 'EVENT_TIME_INVALID'),
      { isBroken: false, code: 'EVENT_TIME_INVALID' },
    ],
    ['a destination', violation('destinations[0]', 'NEW_REASON'), { isBroken: true, code: 'ACCOUNT' }],
    ['the kind of conversion action', violation('events[0]', 'INVALID_CONVERSION_ACTION_TYPE'), { isBroken: true }],
    ['nothing that is known', { hello: 'world' }, { isBroken: false, code: 'INVALID_ARGUMENT' }],
  ])('a refusal of %s is final', async (_, detail, expected) => {
    server.failNext({ status: 400, body: googleError(400, 'INVALID_ARGUMENT', 'No.', detail) }, path);
    expect(await destination.send(account, examplePurchase(), never)).toMatchObject({
      outcome: 'refused',
      status: 400,
      ...expected,
    });
  });

  test('an answer of 200 without an id leaves the outcome uncertain', async () => {
    server.failNext({ status: 200, body: {} }, path);
    expect(await destination.send(account, examplePurchase(), never)).toMatchObject({ outcome: 'uncertain' });
  });
});
