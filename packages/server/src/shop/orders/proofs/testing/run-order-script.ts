// Runs a script of one order against PostgreSQL and a scripted provider, and checks after every batch that the stored state is valid.
import { unaudited } from '../../../../members/audit/testing/unaudited.ts';
import { attentionOf, paymentStates, receivedAmount, type PaymentState } from '@retoma/commerce';
import { expect } from 'vitest';
import type { ProviderUpdate } from '../../../../providers/payments/provider.ts';
import { cancelOrder } from '../../cancel-order.ts';
import { pollNow, pollPayments } from '../../payments/poll-payments.ts';
import { markPaid } from '../../mark-paid.ts';
import { recordPayment } from '../../payments/record-payment.ts';
import { refundOrder } from '../../payments/refund-order.ts';
import { ingestEvent } from '../../ingest-event.ts';
import { scriptedDetails, providerIdOf } from '../../testing/scripted-provider.ts';
import type { TestOrders } from '../../testing/test-orders.ts';
import type { WebhookStep } from './webhook-steps.ts';

const minute = 60_000;
const rank = (state: PaymentState): number => paymentStates.indexOf(state);

/** The stored rows of an order. */
type ScriptedPurchase = Awaited<ReturnType<TestOrders['purchase']>>;

/** Counts of outcomes over all scripts, so that a proof can check that each occurred often enough. */
export type ScriptCounts = { paid: number; cancelled: number; late: number; failed: number; refunded: number };

/** Runs a script; throws on an invalid state. Adds the results to `counts`. */
export async function runOrderScript(orders: TestOrders, script: WebhookStep[][], counts: ScriptCounts): Promise<void> {
  const played = new OrderScript(orders, await orders.checkout());
  for (const batch of script) {
    await Promise.all(batch.filter(({ does }) => does !== 'forged').map((step) => played.play(step)));
    // A forged webhook runs alone, so that every request to the provider during it is caused by it.
    for (const step of batch) if (step.does === 'forged') await played.play(step);
    await played.look();
  }
  const { order, payments } = await played.end();
  if (order.status === 'paid') counts.paid++;
  if (order.status === 'cancelled') counts.cancelled++;
  if (order.paidLate) counts.late++;
  if (payments.some(({ state }) => state === 'failed')) counts.failed++;
  if (payments.some(({ state }) => state === 'refunded')) counts.refunded++;
}

class OrderScript {
  readonly #orders: TestOrders;
  readonly #checkoutId: string;
  /** The updates of each payment at the provider, by our id, oldest first. The state only moves up. */
  readonly #histories = new Map<string, ProviderUpdate[]>();
  readonly #stale = new Set<string>();
  readonly #isCard = new Set<string>();
  #before: ScriptedPurchase | undefined;
  #wasPaid = false;
  #merchantCancelled = false;
  #merchantPaid = false;
  #requested = new Set<string>();

  constructor(orders: TestOrders, checkoutId: string) {
    [this.#orders, this.#checkoutId] = [orders, checkoutId];
    const { script } = orders.provider;
    script.find = ({ paymentId }) => {
      const history = this.#histories.get(paymentId);
      if (!history) return { outcome: 'unknown' };
      const update = history.at(this.#stale.delete(paymentId) ? Math.floor(history.length / 2) : -1)!;
      return { outcome: 'found', providerId: providerIdOf(paymentId), update };
    };
    script.cancel = ({ paymentId }) => {
      const last = this.#histories.get(paymentId)?.at(-1);
      if (!last) return { outcome: 'unknown' };
      if (last.state === 'pending' || last.state === 'processing') this.#becomes(paymentId, 'cancelled', 0);
      return { outcome: 'found', providerId: providerIdOf(paymentId), update: this.#histories.get(paymentId)!.at(-1)! };
    };
    script.refund = ({ paymentId }) => {
      if (this.#histories.get(paymentId)?.at(-1)?.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
      this.#becomes(paymentId, 'refunded', 0);
      return { outcome: 'refunded', at: orders.now() };
    };
  }

  /** The payments that the provider was requested to create, in order. */
  get #payments(): string[] {
    return [...this.#requested];
  }

  #payment(index: number): string | undefined {
    return this.#payments[index % Math.max(1, this.#payments.length)];
  }

  /** Changes a payment at its provider, if the new state ranks higher. */
  #becomes(paymentId: string, state: ProviderUpdate['state'], ago: number): void {
    const history = this.#histories.get(paymentId);
    const last = history?.at(-1);
    if (!history || !last || rank(state) <= rank(last.state)) return;
    const at = Math.max(last.at, this.#orders.now() - ago * minute);
    history.push({
      state,
      at,
      ...(state === 'paid' && { paid: 9980 }),
      ...(state === 'failed' && { reason: 'declined' }),
    });
  }

  async play(step: WebhookStep): Promise<void> {
    const { deps, storeId } = this.#orders;
    const orderId = this.#before?.order.orderId;
    switch (step.does) {
      case 'place':
        return this.#place(step);
      case 'pass':
        return this.#orders.pass(step.minutes * minute);
      case 'check':
        return void (await pollPayments(deps, { limit: 20 }));
      case 'cancel':
        if (orderId && (await cancelOrder(deps, storeId, orderId, unaudited)).ok) this.#merchantCancelled = true;
        return;
      case 'mark paid':
        if (orderId && (await markPaid(deps, storeId, orderId, undefined, unaudited)).ok) this.#merchantPaid = true;
        return;
      case 'refund':
        if (orderId) await refundOrder(deps, storeId, orderId, { isReturned: false });
        return;
      case 'report':
        return this.#report();
      case 'becomes':
      case 'notice':
      case 'forged':
      case 'late':
        return this.#parseWebhook(step);
    }
  }

  async #place({ method, answer }: WebhookStep & { does: 'place' }): Promise<void> {
    const { provider } = this.#orders;
    provider.script.create = (payment) => {
      const { paymentId, now } = payment;
      this.#requested.add(paymentId);
      if (payment.method === 'card') {
        expect(this.#isCard.has(paymentId), 'a card is asked for once').toBe(false);
        this.#isCard.add(paymentId);
      }
      if (answer === 'refused') return { outcome: 'refused', reason: 'declined' };
      if (answer === 'away') return { outcome: 'later', reason: 'HTTP_503' };
      if (answer === 'never') return { outcome: 'uncertain' };
      const history = this.#histories.get(paymentId) ?? [
        { state: 'pending', at: now, details: scriptedDetails(payment)! },
      ];
      this.#histories.set(paymentId, history);
      if (answer === 'paid') this.#becomes(paymentId, 'paid', 0);
      if (answer === 'lost') return { outcome: 'uncertain' };
      return { outcome: 'made', providerId: providerIdOf(paymentId), update: history.at(-1)! };
    };
    await this.#orders.place(this.#checkoutId, method);
  }

  async #report(): Promise<void> {
    const { deps, storeId, now } = this.#orders;
    const order = { id: `theirs ${this.#checkoutId}` };
    const occurred_at = new Date(now()).toISOString();
    await ingestEvent(deps, storeId, {
      id: `${this.#checkoutId} ${now()}`,
      type: 'payment.confirmed',
      occurred_at,
      data: { checkout_id: this.#checkoutId, order },
    });
    this.#merchantPaid = true;
  }

  async #parseWebhook(step: Extract<WebhookStep, { payment: number }>): Promise<void> {
    const paymentId = this.#payment(step.payment);
    if (!paymentId) return;
    const { deps, webhook, provider } = this.#orders;
    switch (step.does) {
      case 'becomes':
        return this.#becomes(paymentId, step.state, step.ago);
      case 'notice': {
        if (step.stale) this.#stale.add(paymentId);
        const handled = await Promise.all(Array.from({ length: step.times }, () => webhook(paymentId)));
        for (const one of handled) if (one.ok) await one.checked;
        return;
      }
      case 'forged': {
        const requested = provider.calls.length;
        expect(await webhook(paymentId, 'wrong')).toEqual({ ok: false, code: 'INVALID_SIGNATURE' });
        expect(provider.calls.length, 'nobody is asked').toBe(requested);
        return;
      }
      case 'late': {
        const history = this.#histories.get(paymentId) ?? [];
        const update = history[step.entry % Math.max(1, history.length)];
        if (update) await recordPayment(deps, paymentId, { ...update, providerId: providerIdOf(paymentId) });
      }
    }
  }

  /** Checks that the stored state is valid, and can follow the previous one. */
  async look(): Promise<ScriptedPurchase> {
    const now = await this.#orders.purchase(this.#checkoutId);
    const { order, payments, checkout } = now;
    const isClosed = ({ status }: ScriptedPurchase['order']): boolean => status === 'paid' || status === 'cancelled';
    for (const before of this.#before?.payments ?? []) {
      const after = payments.find(({ paymentId }) => paymentId === before.paymentId)!;
      expect(rank(after.state), 'a payment never falls').toBeGreaterThanOrEqual(rank(before.state));
      expect(after.providerId ?? before.providerId).toBe(before.providerId ?? after.providerId);
      if (before.paid !== null) expect(after.paid).not.toBeNull();
    }
    if (this.#before && isClosed(this.#before.order)) expect(isClosed(order), 'what is closed stays closed').toBe(true);
    if (this.#before?.order.paidLate) expect(order.paidLate).toBe(true);
    if (order.status === 'paid') {
      this.#wasPaid = true;
      expect(order.paidAt).not.toBeNull();
    }
    if (this.#wasPaid) expect(checkout.state, 'a checkout that was paid').toBe('paid');
    else if (order.status === 'pending' || order.status === 'processing') expect(checkout.state).toBe('ordered');
    for (const { state, reason } of payments) expect(reason !== null).toBe(state === 'failed');
    expect(payments.filter(({ state }) => state === 'creating').length).toBeLessThanOrEqual(1);
    await this.#lookAtEvents(now);
    this.#before = now;
    return now;
  }

  async #lookAtEvents({ order, payments }: ScriptedPurchase): Promise<void> {
    const events = await this.#orders.rows(
      `select type, data -> 'payment' ->> 'id' as payment from events where order_id = $1`,
      order.orderId,
    );
    const reported = (type: string, payment?: string): number =>
      events.filter((event) => event['type'] === type && (payment === undefined || event['payment'] === payment))
        .length;
    for (const { paymentId, state, details } of payments) {
      expect(reported('pix.generated', paymentId), 'a code is reported once').toBe(details?.['pix'] ? 1 : 0);
      expect(reported('payment.failed', paymentId), 'a failure is reported once').toBeLessThanOrEqual(1);
      if (state === 'failed') expect(reported('payment.failed', paymentId)).toBe(1);
    }
    expect(reported('payment.confirmed'), 'a payment is reported once').toBeLessThanOrEqual(
      order.paidAt === null ? 0 : 1,
    );
    if (this.#wasPaid || this.#merchantPaid) expect(reported('payment.confirmed')).toBe(1);
  }

  /** Checks every payment at the provider at the end, and compares the stored states with the provider's. */
  async end(): Promise<ScriptedPurchase> {
    const { deps, rows, pass } = this.#orders;
    this.#orders.provider.script.create = () => ({ outcome: 'refused', reason: 'unavailable' });
    for (let round = 0; round < 2; round++) {
      pass(11 * minute);
      this.#stale.clear();
      const { payments } = await this.#orders.purchase(this.#checkoutId);
      await pollNow(
        deps,
        payments.map(({ paymentId }) => paymentId),
      );
    }
    const now = await this.look();
    const { order, payments } = now;
    for (const { paymentId, method, state, expiresAt } of payments) {
      if (method === 'manual') continue;
      const last = this.#histories.get(paymentId)?.at(-1);
      const isOver = expiresAt !== null && expiresAt <= this.#orders.now();
      // A payment that expired by the clock stays expired, even if the provider still reports it as processing.
      const ended = isOver && last?.state === 'processing' && state === 'expired';
      const truth = (isOver && last?.state === 'pending') || ended ? 'expired' : last?.state;
      if (last) expect(state, 'the truth of the provider').toBe(truth);
      else expect(['failed', 'expired', 'cancelled'], 'what was never made').toContain(state);
    }
    const has = (state: PaymentState): boolean => payments.some((payment) => payment.state === state);
    const received = receivedAmount(payments);
    // Money that arrives after the order was cancelled stays for the merchant to decide on.
    if (has('paid')) expect(['paid', 'cancelled']).toContain(order.status);
    if (order.status === 'paid') {
      expect(order.accepted !== null || received >= order.total!, 'paid below the total').toBe(true);
    } else if (received > 0) {
      expect(attentionOf(order, payments), 'money that is not reported').not.toEqual([]);
    }
    if (!has('paid') && !this.#merchantPaid) {
      expect(order.status === 'cancelled', 'cancelled').toBe(this.#merchantCancelled || has('refunded'));
      expect(order.status, 'paid without money').not.toBe('paid');
    }
    await rows('update payments set poll_at = null');
    return now;
  }
}
