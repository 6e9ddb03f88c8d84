// Plays the story of one order against PostgreSQL and a scripted provider, and looks after every step whether what is stored can be.
import { attentionOf, paymentStates, receivedAmount, type PaymentState } from '@retoma/commerce';
import { expect } from 'vitest';
import type { ProviderUpdate } from '../../../payments/provider.ts';
import { cancelOrder } from '../../cancel-order.ts';
import { checkNow, checkPayments } from '../../payments/poll-payments.ts';
import { markPaid } from '../../mark-paid.ts';
import { recordPayment } from '../../payments/record-payment.ts';
import { refundOrder } from '../../payments/refund-order.ts';
import { takeEvent } from '../../ingest-event.ts';
import { codeOf, providerIdOf } from '../../testing/scripted-provider.ts';
import type { TestOrders } from '../../testing/test-orders.ts';
import type { WebhookStep } from './webhook-steps.ts';

const minute = 60_000;
const rank = (state: PaymentState): number => paymentStates.indexOf(state);

/** What is stored of an order. */
type ScriptedPurchase = Awaited<ReturnType<TestOrders['purchase']>>;

/** What the stories came to, so that a proof can tell whether anything happened in them. */
export type ScriptTally = { paid: number; cancelled: number; late: number; failed: number; refunded: number };

/** Plays a story; throws where anything is as it cannot be. Adds what it came to to `tally`. */
export async function runOrderScript(world: TestOrders, story: WebhookStep[][], tally: ScriptTally): Promise<void> {
  const played = new OrderScript(world, await world.checkout());
  for (const batch of story) {
    await Promise.all(batch.filter(({ does }) => does !== 'forged').map((step) => played.play(step)));
    // Alone, so that whatever its provider is asked is asked because of it.
    for (const step of batch) if (step.does === 'forged') await played.play(step);
    await played.look();
  }
  const { order, payments } = await played.end();
  if (order.status === 'paid') tally.paid++;
  if (order.status === 'cancelled') tally.cancelled++;
  if (order.paidLate) tally.late++;
  if (payments.some(({ state }) => state === 'failed')) tally.failed++;
  if (payments.some(({ state }) => state === 'refunded')) tally.refunded++;
}

class OrderScript {
  readonly #world: TestOrders;
  readonly #checkoutId: string;
  /** What the provider ever said of each payment, by our id, oldest first; it only ever moves up. */
  readonly #histories = new Map<string, ProviderUpdate[]>();
  readonly #stale = new Set<string>();
  readonly #isCard = new Set<string>();
  #before: ScriptedPurchase | undefined;
  #wasPaid = false;
  #merchantCancelled = false;
  #merchantPaid = false;
  #asked = new Set<string>();

  constructor(world: TestOrders, checkoutId: string) {
    [this.#world, this.#checkoutId] = [world, checkoutId];
    const { script } = world.provider;
    script.find = ({ paymentId }) => {
      const history = this.#histories.get(paymentId);
      if (!history) return { outcome: 'unknown' };
      const news = history.at(this.#stale.delete(paymentId) ? Math.floor(history.length / 2) : -1)!;
      return { outcome: 'found', providerId: providerIdOf(paymentId), news };
    };
    script.cancel = ({ paymentId }) => {
      const last = this.#histories.get(paymentId)?.at(-1);
      if (!last) return { outcome: 'unknown' };
      if (last.state === 'pending' || last.state === 'processing') this.#becomes(paymentId, 'cancelled', 0);
      return { outcome: 'found', providerId: providerIdOf(paymentId), news: this.#histories.get(paymentId)!.at(-1)! };
    };
    script.refund = ({ paymentId }) => {
      if (this.#histories.get(paymentId)?.at(-1)?.state !== 'paid') return { outcome: 'refused', reason: 'NOT_PAID' };
      this.#becomes(paymentId, 'refunded', 0);
      return { outcome: 'refunded', at: world.now() };
    };
  }

  /** The payments that the provider was ever asked for, in that order. */
  get #payments(): string[] {
    return [...this.#asked];
  }

  #payment(index: number): string | undefined {
    return this.#payments[index % Math.max(1, this.#payments.length)];
  }

  /** Moves a payment at its provider, where that is up. */
  #becomes(paymentId: string, state: ProviderUpdate['state'], ago: number): void {
    const history = this.#histories.get(paymentId);
    const last = history?.at(-1);
    if (!history || !last || rank(state) <= rank(last.state)) return;
    const at = Math.max(last.at, this.#world.now() - ago * minute);
    history.push({
      state,
      at,
      ...(state === 'paid' && { paid: 9980 }),
      ...(state === 'failed' && { reason: 'declined' }),
    });
  }

  async play(step: WebhookStep): Promise<void> {
    const { parts, storeId } = this.#world;
    const orderId = this.#before?.order.orderId;
    switch (step.does) {
      case 'place':
        return this.#place(step);
      case 'pass':
        return this.#world.pass(step.minutes * minute);
      case 'check':
        return void (await checkPayments(parts, { limit: 20 }));
      case 'cancel':
        if (orderId && (await cancelOrder(parts, storeId, orderId)).ok) this.#merchantCancelled = true;
        return;
      case 'mark paid':
        if (orderId && (await markPaid(parts, storeId, orderId)).ok) this.#merchantPaid = true;
        return;
      case 'refund':
        if (orderId) await refundOrder(parts, storeId, orderId, { isReturned: false });
        return;
      case 'told':
        return this.#tell();
      case 'becomes':
      case 'notice':
      case 'forged':
      case 'late':
        return this.#hear(step);
    }
  }

  async #place({ method, answer }: WebhookStep & { does: 'place' }): Promise<void> {
    const { provider } = this.#world;
    provider.script.create = (charge) => {
      const { paymentId, now } = charge;
      this.#asked.add(paymentId);
      if (charge.method === 'card') {
        expect(this.#isCard.has(paymentId), 'a card is asked for once').toBe(false);
        this.#isCard.add(paymentId);
      }
      if (answer === 'refused') return { outcome: 'refused', reason: 'declined' };
      if (answer === 'away') return { outcome: 'later', reason: 'HTTP_503' };
      if (answer === 'never') return { outcome: 'uncertain' };
      const history = this.#histories.get(paymentId) ?? [{ state: 'pending', at: now, details: codeOf(charge)! }];
      this.#histories.set(paymentId, history);
      if (answer === 'paid') this.#becomes(paymentId, 'paid', 0);
      if (answer === 'lost') return { outcome: 'uncertain' };
      return { outcome: 'made', providerId: providerIdOf(paymentId), news: history.at(-1)! };
    };
    await this.#world.place(this.#checkoutId, method);
  }

  async #tell(): Promise<void> {
    const { parts, storeId, now } = this.#world;
    const order = { id: `theirs ${this.#checkoutId}` };
    const occurred_at = new Date(now()).toISOString();
    await takeEvent(parts, storeId, {
      id: `${this.#checkoutId} ${now()}`,
      type: 'payment.confirmed',
      occurred_at,
      data: { checkout_id: this.#checkoutId, order },
    });
    this.#merchantPaid = true;
  }

  async #hear(step: Extract<WebhookStep, { payment: number }>): Promise<void> {
    const paymentId = this.#payment(step.payment);
    if (!paymentId) return;
    const { parts, notice, provider } = this.#world;
    switch (step.does) {
      case 'becomes':
        return this.#becomes(paymentId, step.state, step.ago);
      case 'notice': {
        if (step.stale) this.#stale.add(paymentId);
        const taken = await Promise.all(Array.from({ length: step.times }, () => notice(paymentId)));
        for (const one of taken) if (one.ok) await one.checked;
        return;
      }
      case 'forged': {
        const asked = provider.calls.length;
        expect(await notice(paymentId, 'wrong')).toEqual({ ok: false, code: 'FORGED_NOTICE' });
        expect(provider.calls.length, 'nobody is asked').toBe(asked);
        return;
      }
      case 'late': {
        const history = this.#histories.get(paymentId) ?? [];
        const news = history[step.entry % Math.max(1, history.length)];
        if (news) await recordPayment(parts, paymentId, { ...news, providerId: providerIdOf(paymentId) });
      }
    }
  }

  /** Whether what is stored can be, and can have come from what was stored before. */
  async look(): Promise<ScriptedPurchase> {
    const now = await this.#world.purchase(this.#checkoutId);
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
    const events = await this.#world.rows(
      `select type, data -> 'payment' ->> 'id' as payment from events where order_id = $1`,
      order.orderId,
    );
    const told = (type: string, payment?: string): number =>
      events.filter((event) => event['type'] === type && (payment === undefined || event['payment'] === payment))
        .length;
    for (const { paymentId, state, details } of payments) {
      expect(told('pix.generated', paymentId), 'a code is told once').toBe(details?.['pix'] ? 1 : 0);
      expect(told('payment.failed', paymentId), 'a failure is told once').toBeLessThanOrEqual(1);
      if (state === 'failed') expect(told('payment.failed', paymentId)).toBe(1);
    }
    expect(told('payment.confirmed'), 'money is told once').toBeLessThanOrEqual(order.paidAt === null ? 0 : 1);
    if (this.#wasPaid || this.#merchantPaid) expect(told('payment.confirmed')).toBe(1);
  }

  /** Lets every notice arrive in the end, and compares with what the provider says. */
  async end(): Promise<ScriptedPurchase> {
    const { parts, rows, pass } = this.#world;
    this.#world.provider.script.create = () => ({ outcome: 'refused', reason: 'unavailable' });
    for (let round = 0; round < 2; round++) {
      pass(11 * minute);
      this.#stale.clear();
      const { payments } = await this.#world.purchase(this.#checkoutId);
      await checkNow(
        parts,
        payments.map(({ paymentId }) => paymentId),
      );
    }
    const now = await this.look();
    const { order, payments } = now;
    for (const { paymentId, method, state, expiresAt } of payments) {
      if (method === 'manual') continue;
      const last = this.#histories.get(paymentId)?.at(-1);
      const isOver = expiresAt !== null && expiresAt <= this.#world.now();
      // What the clock has ended is in review no more, whatever its provider says: an end is a higher truth.
      const ended = isOver && last?.state === 'processing' && state === 'expired';
      const truth = (isOver && last?.state === 'pending') || ended ? 'expired' : last?.state;
      if (last) expect(state, 'the truth of the provider').toBe(truth);
      else expect(['failed', 'expired', 'cancelled'], 'what was never made').toContain(state);
    }
    const has = (state: PaymentState): boolean => payments.some((payment) => payment.state === state);
    const received = receivedAmount(payments);
    // Money that came once the order was cancelled waits for a person.
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
    await rows('update payments set check_at = null');
    return now;
  }
}
