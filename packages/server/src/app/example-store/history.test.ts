import { decodeEntries } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { idInstant } from '../../base/ids.ts';
import type { History } from './history.ts';
import { exampleParts, makeHistory, now } from './testing/example-parts.ts';

const day = 24 * 60 * 60_000;
const seeds = [1, 2, 3, 4, 5];
const made = seeds
  .map((seed) => ({ parts: exampleParts(seed), seed }))
  .map(({ parts }) => [parts, makeHistory(parts)] as const);

/** The recovered orders, counted as the panel's rule says, without its query. */
function recoveredOf({ purchases, runs, events }: History): { cents: number; orders: number } {
  const eventIdsOf = (orderId: string, checkoutId: string): Set<string> =>
    new Set(
      events
        .filter((event) => event.orderId === orderId || event.checkoutId === checkoutId)
        .map(({ eventId }) => eventId),
    );
  const recovered = purchases.flatMap(({ order, checkout }) => {
    if (order?.status !== 'paid' || order.paidAt === null) return [];
    const { paidAt } = order;
    const ids = eventIdsOf(order.orderId, checkout.checkoutId);
    const isRecovered = runs
      .filter(({ run }) => ids.has(run.row.eventId))
      .some(({ messages }) => {
        const sent = messages
          .filter(({ state }) => ['sent', 'delivered', 'read'].includes(state))
          .map((one) => one.settledAt!);
        const before = sent.filter((at) => at < paidAt);
        return before.length > 0 && paidAt <= Math.min(...sent) + 72 * 60 * 60_000;
      });
    return isRecovered ? [order] : [];
  });
  return { cents: recovered.reduce((sum, { total }) => sum + total!, 0), orders: recovered.length };
}

test('[AUT15] the same seed makes the same history, and another seed another one', () => {
  expect(makeHistory(exampleParts(1))).toEqual(made[0]![1]);
  expect(made[1]![1].purchases.length).not.toBe(0);
  expect(JSON.stringify(made[1]![1])).not.toBe(JSON.stringify(made[0]![1]));
});

describe.each(made)('[AUT15] a history', (parts, history) => {
  const { purchases, events, runs, optOuts } = history;
  const orders = purchases.flatMap(({ order }) => order ?? []);
  const messages = runs.flatMap((run) => run.messages);

  test('shows a month of everything that a store sees', () => {
    expect(purchases.length).toBeGreaterThan(200);
    const days = new Set(purchases.map(({ checkout }) => Math.floor((checkout.createdAt + parts.shop.offset) / day)));
    expect(days.size).toBeGreaterThanOrEqual(29);
    expect(new Set(purchases.map(({ checkout }) => checkout.state))).toEqual(
      new Set(['open', 'abandoned', 'ordered', 'paid']),
    );
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['pending', 'failed', 'paid', 'cancelled']));
    const paid = orders.filter(({ status }) => status === 'paid').map(({ paymentMethod }) => paymentMethod);
    expect(new Set(paid)).toEqual(new Set(['pix', 'boleto', 'credit_card']));
    const payments = purchases.flatMap((purchase) => purchase.payments.map(({ state }) => state));
    expect(new Set(payments)).toEqual(new Set(['pending', 'paid', 'failed', 'expired', 'refunded']));
    expect(orders.some(({ tracking }) => tracking?.['status'] === 'delivered')).toBe(true);
    expect(new Set(messages.map(({ state }) => state))).toEqual(
      new Set(['sent', 'delivered', 'read', 'failed', 'skipped']),
    );
    expect(new Set(messages.map(({ outboxMessage }) => outboxMessage.channel))).toEqual(
      new Set(['whatsapp', 'email', 'sms']),
    );
    const kinds = new Set(runs.flatMap(({ reactions }) => reactions.map(({ kind }) => kind)));
    expect(kinds).toEqual(new Set(['reply', 'open', 'click']));
    expect(optOuts.length).toBeGreaterThan(0);
    for (const { automationId } of parts.automations)
      expect(runs.some(({ run }) => run.row.automationId === automationId)).toBe(true);
    const { orders: recovered } = recoveredOf(history);
    expect(recovered).toBeGreaterThan(orders.length / 20);
    expect(recovered).toBeLessThan(orders.length / 2);
  });

  test('goes on: runs wait for a later instant and codes are open, and nothing in it is later than its end', () => {
    const live = runs.filter(({ run }) => run.row.finishedAt === null);
    expect(live.length).toBeGreaterThan(5);
    for (const { row } of live.map(({ run }) => run)) {
      expect(row.status).toBe('waiting');
      expect(row.wakeAt).toBeGreaterThan(now);
    }
    for (const { row } of runs.map(({ run }) => run).filter(({ row }) => row.finishedAt !== null)) {
      expect(row.finishedAt).toBeLessThanOrEqual(now);
      expect(['completed', 'ended', 'failed']).toContain(row.status);
      expect(row.wakeAt).toBeNull();
    }
    for (const { state, expiresAt } of purchases.flatMap(({ payments }) => payments)) {
      expect(['creating', 'processing']).not.toContain(state);
      if (state === 'pending') expect(expiresAt).toBeGreaterThan(now);
    }
    for (const { occurredAt } of events) expect(occurredAt).toBeLessThanOrEqual(now);
    for (const { settledAt } of messages) expect(settledAt).toBeLessThanOrEqual(now + 3_000);
    for (const { reactions } of runs)
      for (const { receivedAt } of reactions) expect(receivedAt).toBeLessThanOrEqual(now);
  });

  test('has no run without its event, which is of the trigger, and no message without its run', () => {
    const byId = new Map(events.map((event) => [event.eventId, event]));
    const starts = new Set<string>();
    for (const { run, messages: sent, reactions, links } of runs) {
      const automation = parts.automations.find(({ automationId }) => automationId === run.row.automationId)!;
      const event = byId.get(run.row.eventId);
      expect(event).toMatchObject({ type: automation.trigger, occurredAt: run.startedAt });
      expect(starts.has(`${run.row.eventId} ${run.row.automationId}`)).toBe(false);
      starts.add(`${run.row.eventId} ${run.row.automationId}`);
      const keys = new Set(sent.map(({ outboxMessage }) => outboxMessage.messageKey));
      expect(keys.size).toBe(sent.length);
      for (const { messageKey, runId } of [...reactions, ...links]) {
        expect(runId).toBe(run.row.runId);
        expect(keys).toContain(messageKey);
      }
      const entries = decodeEntries(automation.plan, run.timeline.slice(0, -1));
      const sends = entries.filter(({ entry }) => entry.outcome === 'sent').length;
      expect(sends).toBe(sent.filter(({ state }) => state !== 'failed' && state !== 'skipped').length);
    }
  });

  test('sends no reminder after a payment, and none on a channel after an opt-out', () => {
    const paidAt = new Map(purchases.map(({ checkout, order }) => [checkout.checkoutId, order?.paidAt ?? Infinity]));
    const eventOf = new Map(events.map((event) => [event.eventId, event]));
    const reminders = new Set(['pix.generated', 'boleto.generated', 'payment.failed', 'cart.abandoned']);
    for (const { run, messages: sent } of runs) {
      const { checkoutId, type } = eventOf.get(run.row.eventId)!;
      for (const { outboxMessage, settledAt } of sent) {
        if (reminders.has(type)) expect(outboxMessage.reservedAt).toBeLessThan(paidAt.get(checkoutId!)!);
        const out = optOuts.find(
          ({ channel, address }) => channel === outboxMessage.channel && address === outboxMessage.recipient,
        );
        if (out && outboxMessage.recipient !== null) expect(settledAt).toBeLessThan(out.at);
      }
    }
  });

  test('numbers orders in the order of their instants, and the ids sort by instants', () => {
    const sorted = orders.toSorted((one, other) => one.createdAt - other.createdAt);
    expect(sorted.map(({ number }) => number)).toEqual(sorted.map((_, index) => String(1001 + index)));
    for (const { orderId, createdAt } of orders) expect(idInstant(orderId)).toBe(createdAt);
    for (const { eventId, occurredAt } of events) expect(idInstant(eventId)).toBe(occurredAt);
  });

  test('has addresses and phones that belong to no one, and no documents', () => {
    for (const { shopper } of purchases) {
      if (!shopper) continue;
      expect(shopper.customer!.email).toMatch(/^[a-z.]+\d+@cliente\.example$/);
      expect(shopper.customer!.phone).toMatch(/^\+55209\d{8}$/);
      expect(shopper.customer).not.toHaveProperty('document');
    }
    expect(JSON.stringify(messages)).not.toMatch(/\{\{/);
  });
});
