// Compares the adapter with the official library, in the version of the API that api.ts names.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSdk, typeErrors } from '../../../testing/official-sdk.ts';
import type { PaymentRequest, WebhookRequest } from '../provider.ts';
import {
  create,
  examplePaymentRequest,
  never,
  openProvider,
  refundOf,
  type Tested,
} from '../testing/tested-provider.ts';
import { version } from './api.ts';
import { stripe } from './index.ts';
import { account } from './testing/account.ts';
import { StripeServer } from './testing/stripe-server.ts';

/** The part of the library that is used. Times are seconds. */
type Sdk = {
  new (key: string): {
    getApiField(name: 'version'): string;
    webhooks: {
      constructEvent(body: Buffer, header: string, secret: string): { data: { object: object } };
      generateTestHeaderString(webhook: { payload: string; secret: string; timestamp: number }): string;
    };
  };
};

const now = Math.floor(Date.now() / 1_000) * 1_000;
const accountIds = { accountId: 'a', storeId: 's' };
const { webhookSecret } = account.credentials;
const intent = { object: 'payment_intent', id: 'pi_3Aurora1' };

let server: StripeServer;
let tested: Tested;
let sdk: InstanceType<Sdk>;
beforeAll(async () => {
  server = await new StripeServer(() => now).start();
  const provider = openProvider(stripe, { settings: { STRIPE_URL: server.url } });
  const cards = { accepted: 'pm_card_visa', refused: '', review: '', installments: 1 };
  tested = { provider, account: { ...accountIds, ...account }, now: () => now, refused: null, cards };
  sdk = new (loadSdk('stripe') as Sdk)('sk_test_1');
});
afterAll(() => server.stop());

test('the library is of the version of the API that is asked for', () => {
  expect(sdk.getApiField('version')).toBe(version);
});

/** The parameters that a request sends, as an object with the types that they have in JSON. */
function sent(form: Readonly<Record<string, string>>): object {
  const root: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let target = root;
    for (const [index, key] of path.entries()) {
      if (index === path.length - 1) target[key] = valueOf(value);
      else target = (target[key] ??= /^\d+$/.test(path[index + 1]!) ? [] : {}) as Record<string, unknown>;
    }
  }
  return root;
}

/** Amounts, instants and days are numbers; ids and documents are texts. */
const valueOf = (text: string): unknown => {
  if (text === 'true') return true;
  return /^\d{1,10}$/.test(text) && !/^0\d/.test(text) ? Number(text) : text;
};

test('the requests of a PIX, a boleto, a card and a refund have the types of the library', async () => {
  const shipping = examplePaymentRequest(tested, 'pix').payer.address;
  const requests: PaymentRequest[] = (['pix', 'boleto', 'card'] as const).map((method) =>
    examplePaymentRequest(tested, method, { shipping, orderNumber: 'A1042' }),
  );
  const made = [];
  for (const request of requests) made.push(await create(tested, request));
  const [pix] = made;
  if (pix?.outcome !== 'made') throw new Error('not made');
  server.pay(pix.providerId);
  const known = { paymentId: requests[0]!.paymentId, method: 'pix', providerId: pix.providerId } as const;
  await tested.provider.refund(tested.account, refundOf(known, { amount: 5_000 }), never);
  const bodies = server.requested.map(sent);
  expect(bodies).toHaveLength(3);
  expect(server.refundsRequested).toHaveLength(1);
  const source = [
    `import Stripe from 'stripe';`,
    ...bodies.map((body, at) => `export const p${at}: Stripe.PaymentIntentCreateParams = ${JSON.stringify(body)};`),
    ...server.refundsRequested.map(
      (form, at) => `export const r${at}: Stripe.RefundCreateParams = ${JSON.stringify(sent(form))};`,
    ),
  ].join('\n');
  expect(await typeErrors(source)).toEqual([]);
  // A type check that accepts everything would prove nothing.
  const renamed = source.replaceAll('payment_method_types', 'methods_of_payment');
  expect(await typeErrors(renamed)).not.toEqual([]);
});

test('the library accepts the webhooks of the local server, and the adapter those of the library', () => {
  const webhook = server.webhook(intent);
  const header = webhook.headers['stripe-signature']!;
  expect(sdk.webhooks.constructEvent(webhook.body, header, webhookSecret).data.object).toEqual(intent);
  expect(() => sdk.webhooks.constructEvent(Buffer.from('{}'), header, webhookSecret)).toThrow();
  const official = sdk.webhooks.generateTestHeaderString({
    payload: webhook.body.toString(),
    secret: webhookSecret,
    timestamp: now / 1_000,
  });
  const signed: WebhookRequest = { ...webhook, headers: { 'stripe-signature': official } };
  const { provider } = tested;
  expect(provider.parseWebhook(tested.account, signed)).toEqual({ outcome: 'changed', providerId: intent.id });
  expect(provider.parseWebhook(tested.account, { ...signed, body: Buffer.from('{}') })).toEqual({
    outcome: 'invalid_signature',
  });
});
