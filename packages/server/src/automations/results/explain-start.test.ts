import { describe, expect, test } from 'vitest';
import type { CustomerEvent, StartableAutomation } from '../../shop/events/queries/customer-events.ts';
import { explainStart, type StartFacts } from './explain-start.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 10, hour));
const event = (changed: Partial<CustomerEvent> = {}): CustomerEvent => ({
  eventId: 'e2',
  type: 'pix.generated',
  at: at(12),
  orderId: 'o1',
  checkoutId: 'c1',
  queued: false,
  ...changed,
});
const automation = (changed: Partial<StartableAutomation> = {}): StartableAutomation => ({
  automationId: 'a1',
  name: 'Recuperar PIX',
  trigger: 'pix.generated',
  publishedAt: at(1),
  reentry: 'every',
  withinDays: null,
  ...changed,
});
const run = (changed: Partial<StartFacts['runs'][number]> = {}): StartFacts['runs'][number] => ({
  runId: 'r1',
  automationId: 'a1',
  eventId: 'e1',
  startedAt: at(10),
  orderId: 'o1',
  checkoutId: 'c1',
  ...changed,
});
const cause = (facts: Partial<StartFacts>) =>
  explainStart({ event: event(), automation: automation(), order: undefined, runs: [], ...facts });

describe('[AUT14] the one cause why an event did or did not start an automation', () => {
  test('it started', () => {
    expect(cause({ runs: [run({ eventId: 'e2', runId: 'r2' })] })).toEqual({ cause: 'started', runId: 'r2' });
    expect(cause({ runs: [run({ eventId: 'e2', automationId: 'a2' })] }).cause).toBe('paused');
  });

  test('it is not decided yet, or the automation was published later', () => {
    expect(cause({ event: event({ queued: true }) }).cause).toBe('queued');
    expect(cause({ automation: automation({ publishedAt: at(13) }) }).cause).toBe('unpublished');
  });

  test('the order was paid or cancelled before, for triggers that ask for money', () => {
    const [paid, cancelled] = [
      { status: 'paid', paidAt: at(11).getTime(), statusAt: at(11).getTime() },
      { status: 'cancelled', paidAt: null, statusAt: at(11).getTime() },
    ];
    for (const order of [paid, cancelled]) expect(cause({ order }).cause).toBe('settled');
    expect(cause({ order: { ...paid, paidAt: at(13).getTime() } }).cause).toBe('paused');
    expect(cause({ order: { ...cancelled, statusAt: at(13).getTime() } }).cause).toBe('paused');
    expect(cause({ order: paid, event: event({ type: 'payment.confirmed' }) }).cause).toBe('paused');
  });

  test('the order or the customer had entered before (RUN18)', () => {
    const [perOrder, perCustomer] = [
      automation({ reentry: 'once_per_order' }),
      automation({ reentry: 'once_per_customer' }),
    ];
    const ofOther = run({ orderId: 'o2', checkoutId: null });
    expect(cause({ automation: perOrder, runs: [run()] })).toEqual({ cause: 'repeated', runId: 'r1' });
    expect(cause({ automation: perOrder, runs: [ofOther] }).cause).toBe('paused');
    expect(cause({ automation: perCustomer, runs: [ofOther] })).toEqual({ cause: 'repeated', runId: 'r1' });
    expect(cause({ automation: perCustomer, runs: [run({ startedAt: at(13) })] }).cause).toBe('paused');
    const old = run({ startedAt: new Date(at(12).getTime() - 8 * 24 * 60 * 60_000) });
    expect(cause({ automation: { ...perCustomer, withinDays: 7 }, runs: [old] }).cause).toBe('paused');
    expect(cause({ automation: { ...perCustomer, withinDays: 9 }, runs: [old] }).cause).toBe('repeated');
  });

  test('nothing else explains it, so the automation was paused', () => {
    expect(cause({ runs: [run()] })).toEqual({ cause: 'paused', runId: null });
  });
});
