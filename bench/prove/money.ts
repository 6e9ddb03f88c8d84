// What an order guarantees about money while everything happens at once: shoppers pay, change methods and pay old codes, owners cancel,
// mark, accept and refund, webhooks arrive twice and late, and processes are killed. Two services on one PostgreSQL, with a local server
// that implements Mercado Pago's protocol; the owners' actions run in this process.
import { setTimeout as sleep } from 'node:timers/promises';
import { attentionOf, receivedAmount, returnedAmount } from '@retoma/commerce';
import { StripeServer } from '../../packages/server/src/providers/payments/stripe/testing/stripe-server.ts';
import { MercadopagoServer } from '../../packages/server/src/providers/payments/mercadopago/testing/mercadopago-server.ts';
import { showOrder } from '../../packages/server/src/shop/orders/read-orders.ts';
import { pollNow } from '../../packages/server/src/shop/orders/payments/poll-payments.ts';
import { randomFrom } from '../../packages/server/src/automations/engine/proofs/testing/random.ts';
import { freePort } from '../../packages/server/src/base/net/free-port.ts';
import { withTestTimeout } from '../../packages/server/src/testing/with-test-timeout.ts';
import { BenchPostgres, migrateForService } from '../harness/postgres.ts';
import { startServer, type Server } from '../harness/processes.ts';
import { bringAbout, rareCases } from './money/rare-cases.ts';
import { openShop, secret, type Shop } from './money/shop.ts';
import { stepOf } from './money/steps.ts';

/** The number of orders, steps and kills; moments are drawn from `seed`. */
type MoneyTrial = { orders: number; steps: number; kills: number; seed: number };

/** The result. */
export type MoneyProof = { steps: number; kills: number; found: Found; wrong: string[] };

/** The number of orders and payments by final state; `less` and `late` count orders that were in that state at least once. */
export type Found = {
  charged: number;
  paid: number;
  /** Paid by an owner's decision. */
  decided: number;
  /** Received less than the total, waiting for a decision. */
  less: number;
  /** Paid with more than the total. */
  more: number;
  /** Cancelled but received money, waiting for a decision. */
  late: number;
  /** Paid after a cancellation. */
  revived: number;
  /** Reported as paid by the store's own system, and received money in addition. */
  onTop: number;
  /** Payments of the fallback account. */
  fellBack: number;
  /** Orders with money twice, all of them reported. */
  twice: number;
  /** Payments that were given back in part. */
  parts: number;
};

const together = 4;

/** Runs the steps and compares what is stored with the provider's records. */
export async function proveMoney({ orders, steps, kills, seed }: MoneyTrial): Promise<MoneyProof> {
  const bank = await new MercadopagoServer(() => Date.now()).start();
  const other = await new StripeServer(() => Date.now()).start();
  const postgres = await new BenchPostgres().start();
  const database = await migrateForService(withTestTimeout(await postgres.createDatabase('retoma')));
  const random = randomFrom(seed);
  const ports = [await freePort(), await freePort()];
  const services = await Promise.all(ports.map((port) => serve(database, { bank, other }, port)));
  const opened = await openShop(database, { bank, other }, ports, orders + rareCases);
  const shop = { ...opened, checkouts: opened.checkouts.slice(rareCases) };
  const wrong = new Set<string>();
  let watching = true;
  const waiting = { less: new Set<string>(), late: new Set<string>() };
  const watched = watch(shop, { wrong, ...waiting }, () => watching);
  try {
    await bringAbout(opened);
    for (let step = 0, killed = 0; step < steps; step += together) {
      const now = Array.from({ length: together }, () => stepOf(random)(shop, random).catch(ignore));
      if (killed < Math.floor(((step + together) * kills) / steps)) {
        killed++;
        await sleep(random() * 40);
        const at = Math.floor(random() * services.length);
        services[at]!.child.removeAllListeners('exit');
        services[at]!.child.kill('SIGKILL');
        await Promise.all(now);
        services[at] = await serve(database, { bank, other }, ports[at]!);
      }
      await Promise.all(now);
    }
    bank.fail();
    other.fail();
    await shop.deliverLate();
    await settle(shop);
    watching = false;
    await watched;
    const found = { ...(await comparePayments(shop, wrong)), less: waiting.less.size, late: waiting.late.size };
    return { steps, kills, found, wrong: [...wrong] };
  } finally {
    watching = false;
    await shop.close();
    await Promise.all(services.map((service) => service.stop()));
    await postgres.stop();
    await Promise.all([bank.stop(), other.stop()]);
  }
}

// A killed service sends no response.
const ignore = (): void => {};

const serve = (database: string, { bank, other }: Pick<Shop, 'bank' | 'other'>, port: number): Promise<Server> =>
  startServer('packages/cli/src/main.ts', ['serve', '--json', '--port', String(port)], {
    DATABASE_URL: database,
    RETOMA_SECRET: secret,
    MERCADOPAGO_URL: bank.url,
    STRIPE_URL: other.url,
    ALLOW_PRIVATE_ADDRESSES: 'true',
    RATE_LIMIT_PER_SECOND: '0',
    LOG_LEVEL: 'silent',
  });

type Seen = Record<'wrong' | 'less' | 'late', Set<string>>;

/** Checks all the time that an order is paid only by money or by a recorded decision. Records orders that wait for a decision. */
async function watch({ db }: Shop, { wrong, less, late }: Seen, isOn: () => boolean): Promise<void> {
  while (isOn()) {
    const { rows } = await db.query<{ orderId: string; received: number }>(
      `select o.order_id as "orderId", coalesce(sum(p.paid_cents - p.refunded_cents), 0)::float8 as received
       from orders o left join payments p on p.order_id = o.order_id and p.state in ('paid', 'partially_refunded')
       where o.status = 'paid' and o.accepted_cents is null
       group by o.order_id having coalesce(sum(p.paid_cents - p.refunded_cents), 0) < o.total_cents`,
    );
    for (const { orderId, received } of rows) wrong.add(`${orderId}: paid with ${received}, without a decision`);
    const waiting = await db.query<{ orderId: string; status: string }>(
      `select o.order_id as "orderId", o.status from orders o join payments p on p.order_id = o.order_id
         and p.state in ('paid', 'partially_refunded')
       where o.status <> 'paid' group by o.order_id having sum(p.paid_cents - p.refunded_cents) > 0`,
    );
    for (const { orderId, status } of waiting.rows) (status === 'cancelled' ? late : less).add(orderId);
    await sleep(50);
  }
}

/** Polls every payment until no create or cancel request is open. */
async function settle({ db, parts }: Shop): Promise<void> {
  for (let round = 0; round < 15; round++) {
    const { rows } = await db.query<{ id: string; isOpen: boolean }>(
      `select payment_id as id, state = 'creating' or (state in ('pending', 'processing') and cancel_requested_at is not null)
         as "isOpen"
       from payments where account_id is not null`,
    );
    await pollNow(
      parts,
      rows.map(({ id }) => id),
    );
    if (round > 1 && !rows.some(({ isOpen }) => isOpen)) return;
    await sleep(1_000);
  }
}

/** A payment as its provider has it. */
type AtProvider = { reference: string; cents: number; isOpen: boolean };

/** COM40: whether one press charged two cards: a card payment that was never made and another one both have money at their providers. */
const isChargedTwice = (
  payments: readonly { paymentId: string; neverMade: boolean }[],
  byReference: ReadonlyMap<string, readonly AtProvider[]>,
): boolean => {
  const money = ({ paymentId }: { paymentId: string }): boolean => (byReference.get(paymentId)?.[0]?.cents ?? 0) > 0;
  return payments.some((payment) => payment.neverMade && money(payment)) && payments.filter(money).length > 1;
};

const inCents = (text: unknown): number => Math.round(Number(text) * 100);
const addedUp = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/** Compares what is stored with the provider's records. */
async function comparePayments(shop: Shop, wrong: Set<string>): Promise<Omit<Found, 'less' | 'late'>> {
  const { db, bank, other, storeId, decisions, cancelled } = shop;
  const atProviders: AtProvider[] = [
    ...bank.all().map((order) => ({
      reference: String(order['external_reference']),
      cents:
        order.status === 'processed'
          ? inCents(order['total_amount']) -
            addedUp((order.transactions.refunds ?? []).map((one) => inCents(one.amount)))
          : 0,
      isOpen: order.status === 'action_required',
    })),
    ...other.all().map(({ metadata, status, amount, ...intent }) => ({
      reference: String(metadata['payment_id']),
      cents:
        status === 'succeeded'
          ? amount - addedUp((intent['latest_charge']?.refunds.data ?? []).map((one) => one.amount))
          : 0,
      isOpen: status === 'requires_action',
    })),
  ];
  const byReference = Map.groupBy(atProviders, ({ reference }) => reference);
  for (const [reference, made] of byReference) {
    if (made.length > 1) wrong.add(`${reference}: made ${made.length} times`);
  }
  const { rows } = await db.query<{ orderId: string; confirmed: number }>(
    `select o.order_id as "orderId", (select count(*)::int from events e where e.order_id = o.order_id
       and e.type = 'payment.confirmed') as confirmed from orders o`,
  );
  const booked = await db.query<{ paymentId: string; cents: number }>(
    `select payment_id as "paymentId", sum(amount_cents)::float8 as cents from refunds where state = 'done' group by payment_id`,
  );
  const bookedOf = new Map(booked.rows.map(({ paymentId, cents }) => [paymentId, cents]));
  const found = { charged: 0, paid: 0, decided: 0, more: 0, revived: 0, onTop: 0, fellBack: 0, twice: 0, parts: 0 };
  for (const { orderId, confirmed } of rows) {
    const { order, payments, attention } = (await showOrder(db, storeId, orderId))!;
    let atBank = 0;
    for (const payment of payments.filter(({ method }) => method !== 'manual')) {
      const ofProvider = byReference.get(payment.paymentId)?.[0];
      const cents = ofProvider?.cents ?? 0;
      if (payment.provider === 'stripe') found.fellBack++;
      atBank += cents;
      if (cents > 0) found.charged++;
      const stored = receivedAmount([payment]);
      const returned = bookedOf.get(payment.paymentId) ?? 0;
      if (returned > 0 && cents > 0) found.parts++;
      if (returned !== returnedAmount(payment)) {
        wrong.add(`${orderId}: ${returnedAmount(payment)} given back, ${returned} booked as refunds`);
      }
      if (stored !== cents) wrong.add(`${orderId}: ${cents} at the provider, ${stored} on record (${payment.state})`);
      if (ofProvider?.isOpen && payment.cancelRequestedAt !== null) wrong.add(`${orderId}: a code lives on`);
    }
    const received = receivedAmount(payments);
    if (!attention.includes('PAID_TWICE') && isChargedTwice(payments, byReference)) {
      wrong.add(`${orderId}: two cards charged, and not reported`);
    }
    if (attention.includes('PAID_TWICE')) found.twice++;
    if (confirmed > 1) wrong.add(`${orderId}: confirmed ${confirmed} times`);
    if (order.status === 'paid') {
      found.paid++;
      if (confirmed !== 1) wrong.add(`${orderId}: paid, and confirmed ${confirmed} times`);
      const isDecided = decisions.has(orderId);
      if (isDecided) found.decided++;
      if (cancelled.has(orderId)) found.revived++;
      if (received < order.total! && !isDecided) wrong.add(`${orderId}: paid with ${received} of ${order.total}`);
      const isMore = received > order.total!;
      const isOnTop = received > 0 && order.accepted === 0;
      if (isMore) found.more++;
      if (isOnTop) found.onTop++;
      if ((isMore || isOnTop) && !attention.includes('OVERPAID') && !attention.includes('PAID_TWICE')) {
        wrong.add(`${orderId}: ${received} of ${order.total} received, and not reported`);
      }
    } else if (received > 0) {
      const isReported = attention.includes('UNDERPAID') || attention.includes('PAID_NOT_WANTED');
      if (!isReported) wrong.add(`${orderId}: ${received} unreported: ${JSON.stringify(attentionOf(order, payments))}`);
    }
  }
  return found;
}
