// 3-D Secure: the bank of a card asks its holder to confirm, in a frame of the page or on a page of its own.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { setPaymentAccount } from '../../providers/connections/testing/set-unverified.ts';
import { pollPayments } from '../orders/payments/poll-payments.ts';
import { account as mercadopagoAccount } from '../../providers/payments/mercadopago/testing/account.ts';
import { MercadopagoServer } from '../../providers/payments/mercadopago/testing/mercadopago-server.ts';
import { account as stripeAccount } from '../../providers/payments/stripe/testing/account.ts';
import { StripeServer } from '../../providers/payments/stripe/testing/stripe-server.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt, type Seen } from './testing/shopper.ts';

const minute = 60_000;

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
const now = (): number => service.context.clock();
const mercadopago = new MercadopagoServer(() => now());
const stripe = new StripeServer(() => now());
const accounts: Record<string, string> = {};
beforeAll(async () => {
  await Promise.all([mercadopago.start(), stripe.start()]);
  service = await startTestService({
    MERCADOPAGO_URL: mercadopago.url,
    STRIPE_URL: stripe.url,
    ALLOW_PRIVATE_ADDRESSES: 'true',
  });
  shopper = shopperAt(service);
  for (const [provider, account] of Object.entries({ mercadopago: mercadopagoAccount, stripe: stripeAccount })) {
    const methods = provider === 'mercadopago' ? (['pix', 'card'] as const) : [];
    const set = await setPaymentAccount(service.context, service.storeId, { provider, ...account, methods }, unaudited);
    if (!set.ok) throw new Error(JSON.stringify(set));
    accounts[provider] = set.accountId;
  }
});
afterAll(async () => {
  await service.stop();
  await Promise.all([mercadopago.stop(), stripe.stop()]);
});
beforeEach(() => {
  mercadopago.forget();
  stripe.forget();
});

const rows = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await service.context.db.query(sql, values)).rows;

type Bank = {
  readonly token: string;
  /** The id of the newest payment at the provider. */
  readonly id: () => string;
  readonly confirm: () => void;
  readonly refuse: () => void;
  readonly isCancelled: () => boolean;
};

const banks: Readonly<Record<'mercadopago' | 'stripe', Bank>> = {
  mercadopago: {
    token: 'CHAL',
    id: () => mercadopago.all().at(-1)!.id,
    confirm: () => mercadopago.pay(banks.mercadopago.id()),
    refuse: () =>
      mercadopago.change(banks.mercadopago.id(), { status: 'failed', status_detail: '3ds_challenge_expired' }),
    isCancelled: () => mercadopago.all().at(-1)!.status === 'canceled',
  },
  stripe: {
    token: 'pm_card_threeDSecure2Required',
    id: () => stripe.all().at(-1)!.id,
    confirm: () => stripe.confirm(banks.stripe.id(), true),
    refuse: () => stripe.confirm(banks.stripe.id(), false),
    isCancelled: () => stripe.all().at(-1)!.status === 'canceled',
  },
};

describe.each(['mercadopago', 'stripe'] as const)('[COM39] a challenge of %s', (provider) => {
  const bank = banks[provider];
  const ready = async (): Promise<string> => {
    await rows(
      `update payment_methods set account_id = $2 where store_id = $1 and method = 'card'`,
      service.storeId,
      accounts[provider],
    );
    return shopper.create({ ...mugs(), customer: marina });
  };
  const pay = (path: string, token = bank.token): Promise<Seen> =>
    shopper.submit(`${path}/pay`, { method: 'card', token, brand: 'visa', installments: '1' });
  /** The card holder comes back from the bank. */
  const comeBack = async (path: string, query = ''): Promise<Seen> => {
    const { headers } = await fetch(`${service.baseUrl}${path}/returned${query}`, { redirect: 'manual' });
    expect(headers.get('location')).toBe(`${path}?returned`);
    return shopper.open(headers.get('location')!);
  };
  const payment = async (path: string) =>
    (
      await rows(
        `select p.state, p.reason, p.challenge_url as url, o.status from payments p join orders o using (order_id)
         where o.checkout_id = $1 order by p.created_at desc limit 1`,
        path.slice(5),
      )
    )[0]!;

  test('is shown until the bank’s answer, and the payment is looked up when the holder comes back', async () => {
    const path = await ready();
    const challenged = await pay(path);
    expect(challenged.text).toContain('Confirme no seu banco');
    const { url } = await payment(path);
    expect(challenged.html).toContain(`="${String(url)}"`);
    bank.confirm();
    expect((await shopper.open(path)).text).toContain('Confirme no seu banco');
    const returned = await comeBack(path, '?payment_intent_client_secret=pi_1_secret_2');
    expect(returned.text).toContain('Pagamento confirmado');
    expect(returned.html).not.toContain('secret');
    expect(await payment(path)).toEqual({ state: 'paid', reason: null, url: null, status: 'paid' });
  });

  test('is not shown again to a holder who comes back before its result, and the page waits for that', async () => {
    const path = await ready();
    await pay(path);
    const returned = await comeBack(path);
    expect(returned.text).toContain('Estamos confirmando seu pagamento');
    expect(returned.html).not.toContain('Confirmar no banco');
    expect(returned.html).not.toContain('<iframe');
  });

  test('is looked up at most once in 5 s, however often the return address is opened', async () => {
    const path = await ready();
    await pay(path);
    expect((await comeBack(path)).text).toContain('Estamos confirmando seu pagamento');
    bank.confirm();
    for (let time = 0; time < 3; time++)
      expect((await comeBack(path)).text).toContain('Estamos confirmando seu pagamento');
    service.pass(5_000);
    expect((await comeBack(path)).text).toContain('Pagamento confirmado');
  });

  test('that is refused shows why, and the shopper can pay again', async () => {
    const path = await ready();
    await pay(path);
    bank.refuse();
    const returned = await comeBack(path);
    expect(returned.text).toContain('O banco não confirmou esta compra a tempo.');
    expect(await payment(path)).toMatchObject({ state: 'failed', reason: 'not_confirmed', url: null });
  });

  test('that no one answers ends: it is cancelled at the provider, and the page says so', async () => {
    const path = await ready();
    await pay(path);
    service.pass(41 * minute);
    const over = await shopper.open(path);
    expect(over.text).toContain('Estamos confirmando seu pagamento');
    await pollPayments(service.context, { limit: 20 });
    expect(bank.isCancelled()).toBe(true);
    const ended = await shopper.open(path);
    expect(ended.text).toContain('O banco não confirmou esta compra a tempo.');
    expect(await payment(path)).toMatchObject({ state: 'failed', reason: 'not_confirmed', status: 'failed' });
  });

  test('that was confirmed in the last moment is paid, not cancelled', async () => {
    const path = await ready();
    await pay(path);
    bank.confirm();
    service.pass(41 * minute);
    await pollPayments(service.context, { limit: 20 });
    expect(await payment(path)).toMatchObject({ state: 'paid', status: 'paid' });
    expect(bank.isCancelled()).toBe(false);
  });

  test('reaches no event, which stores’ systems get', async () => {
    const path = await ready();
    await pay(path);
    const { url } = await payment(path);
    const events = await rows('select data from events where checkout_id = $1', path.slice(5));
    expect(JSON.stringify(events)).not.toContain(String(url));
  });
});

test('[COM39] a frame admits the bank, at any https address, on the page of a challenge alone', async () => {
  await rows(
    `update payment_methods set account_id = $2 where store_id = $1 and method = 'card'`,
    service.storeId,
    accounts['mercadopago'],
  );
  const path = await shopper.create({ ...mugs(), customer: marina });
  const policyOf = async (): Promise<string> =>
    (await fetch(service.baseUrl + path)).headers.get('content-security-policy')!;
  expect(await policyOf()).toContain("frame-src 'none'");
  await shopper.submit(`${path}/pay`, { method: 'card', token: 'CHAL', brand: 'visa', installments: '1' });
  const policy = await policyOf();
  expect(policy).toContain(`frame-src ${mercadopago.url} https:;`);
  expect(policy).toContain("script-src 'self';");
  const { html } = await shopper.open(path);
  expect(html).toContain('class="challenge"');
  // A reload would begin the challenge again.
  expect(html).not.toContain('http-equiv="refresh"');
});

test('[COM39] what the browser says of a card goes to the provider, and no text of another form', async () => {
  const path = await shopper.create({ ...mugs(), customer: marina });
  const card = { method: 'card', token: 'APRO', brand: 'visa', installments: '1' };
  await shopper.submit(`${path}/pay`, { ...card, last_digits: '5682', device: 'armor.0a1b2c' });
  expect(mercadopago.sessions.at(-1)).toBe('armor.0a1b2c');
  const sql = `select p.details->'card'->>'last_digits' as digits from payments p join orders o using (order_id)
    where o.checkout_id = $1`;
  expect(await rows(sql, path.slice(5))).toEqual([{ digits: '5682' }]);
  const other = await shopper.create({ ...mugs(), customer: marina });
  await shopper.submit(`${other}/pay`, { ...card, last_digits: '<b>1', device: 'a\r\nx-admin: 1' });
  expect(mercadopago.sessions.at(-1)).toBeUndefined();
  expect(await rows(sql, other.slice(5))).toEqual([{ digits: null }]);
});
