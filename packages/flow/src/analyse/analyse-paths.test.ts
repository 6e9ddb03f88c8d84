import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../definition/flow.ts';
import type { Step } from '../steps/step.ts';
import { checkScenario } from '../simulate/check-scenario.ts';
import { simulate } from '../simulate/simulate.ts';
import { arbitrarySettledFlow, lawRuns } from '../testing/arbitrary-scenario.ts';
import { check, delay, email, end, flowOf, loop, retry, sms, statusIs, whatsapp } from '../testing/build-flow.ts';
import { validateFlow } from '../validate/validate.ts';
import { analysePaths, type FlowPath } from './analyse-paths.ts';

/** The steps of a path that have an entry, by id. */
const sentIds = ({ paths }: { paths: readonly FlowPath[] }): string[] =>
  paths
    .map(({ trace }) => trace.map(({ id, outcome }) => (outcome === 'sent' ? id : `${id}:${outcome}`)).join(' '))
    .sort();

const sample = (name: string): Flow =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../samples', name, 'flow.json'), 'utf8')) as Flow;

/** `order.total` is at least this amount. */
const worth = (cents: number): Step => ({
  type: 'condition',
  id: `worth-${cents}`,
  field: 'order.total',
  operator: '>=',
  value: cents,
  if_true: [sms(`yes-${cents}`)],
});

describe('the number of paths of a flow', () => {
  test('is one if nothing can vary', () => {
    const analysis = analysePaths(flowOf([sms('a'), delay(5), sms('b')]));
    expect([sentIds(analysis), analysis.truncated]).toEqual([['a wait-5:waits b'], false]);
  });

  test('is one for each branch that the data can choose', () => {
    const flow = flowOf([delay(30), check('is', { paid: [end()], pending: [sms('a')] })]);
    expect(sentIds(analysePaths(flow))).toEqual([
      'wait-30:waits is:matched a',
      'wait-30:waits is:matched end:ended',
      'wait-30:waits is:no_match',
    ]);
  });

  test('excludes changes of data already read at the same instant', () => {
    const flow = flowOf([worth(10_000), worth(10_000), worth(5000)]);
    expect(sentIds(analysePaths(flow))).toEqual([
      'worth-10000:matched worth-10000:matched worth-5000:matched',
      'worth-10000:matched worth-10000:matched worth-5000:matched yes-5000',
      'worth-10000:matched yes-10000 worth-10000:matched yes-10000 worth-5000:matched yes-5000',
    ]);
  });

  test('excludes changes of the event’s data; other data may change during a delay', () => {
    const twice = (field: 'amount' | 'customer.state') => {
      const rule = { field, operator: '=', value: field === 'amount' ? 1 : 'SP' } as const;
      const condition = { type: 'condition', id: 'c', ...rule, if_true: [sms('a')] } as const;
      return analysePaths(flowOf([condition, delay(5), { ...condition, id: 'd' }])).paths.length;
    };
    expect([twice('amount'), twice('customer.state')]).toEqual([2, 4]);
  });

  test('includes customers who reply, open and click, or do not', () => {
    const flow = flowOf([whatsapp('a', { onResponse: [sms('yes')], onNoReply: [sms('no')] })]);
    expect(sentIds(analysePaths(flow))).toEqual(['a a:starts no', 'a a:starts yes']);
    const mail = flowOf([email('a', { onOpen: [sms('o')], onClickLink: [sms('c')] })]);
    expect(sentIds(analysePaths(mail))).toHaveLength(4);
  });

  test('includes refused messages inside a retry, or inside a loop that stops on errors', () => {
    expect(analysePaths(flowOf([sms('a')])).paths).toHaveLength(1);
    expect(analysePaths(flowOf([retry([sms('a')], { maxAttempts: 2 })])).paths).toHaveLength(3);
    expect(analysePaths(flowOf([loop([sms('a')], { maxIterations: 3, stopOnError: true })])).paths).toHaveLength(4);
    expect(analysePaths(flowOf([loop([sms('a')], { maxIterations: 3 })])).paths).toHaveLength(1);
  });

  test('includes every kind of store event that stops the run', () => {
    const flow = flowOf([delay(30), sms('a')], { stopOn: ['payment.confirmed', 'tracking_code_updated'] });
    expect(sentIds(analysePaths(flow))).toEqual(['wait-30:waits', 'wait-30:waits a']);
  });
});

describe('findings', () => {
  test('[RUN18] the branch for customers who have paid counts as reachable, although the payment ends the run before it', () => {
    const flow = flowOf([delay(30), check('is', { paid: [sms('thanks')], pending: [sms('a')] })], {
      stopOn: 'payment.confirmed',
    });
    const { paths, unreachable, neverReached } = analysePaths(flow);
    expect([unreachable, neverReached]).toEqual([[], []]);
    expect(paths.flatMap(({ trace }) => trace).some(({ id }) => id === 'thanks')).toBe(false);
  });

  test('list steps that no run reaches, and branches that never match', () => {
    const flow = flowOf([
      check('now', { paid: [sms('never')], pending: [sms('a')] }),
      { type: 'condition', id: 'c', ...statusIs('pending'), if_true: [end()], if_false: [sms('b')] },
      sms('after'),
    ]);
    const { unreachable, neverReached } = analysePaths(flow);
    expect(unreachable).toEqual(['steps[0].branches[0].steps[0]', 'steps[1].if_false[0]', 'steps[2]']);
    expect(neverReached.map(({ id, branch }) => `${id} ${branch}`)).toEqual(['now now-paid', 'c if_false']);
  });

  test('contain the maximum number of messages to one person, and the longest path', () => {
    const flow = flowOf([
      check('is', { paid: [] }),
      loop([sms('a'), delay(60)], { maxIterations: 5, condition: statusIs('pending') }),
      whatsapp('b', { onNoReply: [delay(10_080), sms('c')] }),
    ]);
    const { maxMessages, longest } = analysePaths(flow);
    expect(maxMessages.messages).toBe(7);
    expect(longest.minutes).toBe(5 * 60 + 1440 + 10_080);
  });

  test('the analysis is bounded: a flow with too many paths is truncated and marked as such', () => {
    const fork = (id: number) => ({
      type: 'condition',
      id: `c${id}`,
      field: `customer.f${id}`,
      operator: '=',
      value: 'x',
      if_true: [sms(`s${id}`)],
    });
    const flow = flowOf(Array.from({ length: 40 }, (_, id) => fork(id) as Step));
    const analysis = analysePaths(flow, { maxRuns: 500 });
    expect([analysis.truncated, analysis.unreachable, analysis.neverReached]).toEqual([true, [], []]);
    expect(analysis.paths.length).toBe(500);
    expect(analysePaths(flowOf([sms('a')]), { maxRuns: 1 }).truncated).toBe(false);
  });
});

describe('reminders after the payment', () => {
  const unchecked = flowOf([delay(30), check('is', { pending: [sms('first'), delay(10), sms('second')] })]);

  test('[DEF4] a reminder sent without a second check is reported with its sequence of moments', () => {
    const { afterPaid } = analysePaths(unchecked);
    expect(afterPaid.map(({ id, sequence }) => [id, sequence['pt-BR'], sequence.en])).toEqual([
      ['second', 'PIX às 10:00, pago às 10:31, lembrete às 10:40', 'PIX at 10:00, paid at 10:31, reminder at 10:40'],
    ]);
  });

  test('[DEF4] the scenario of the sequence can be simulated', () => {
    for (const { scenario, sentAt, paidAt, path } of analysePaths(unchecked).afterPaid) {
      expect(scenario.changes).toEqual([{ at: paidAt, set: { 'order.status': 'PAID' } }]);
      expect(simulate(unchecked, scenario).trace).toContainEqual(
        expect.objectContaining({ at: sentAt, path, outcome: 'sent' }),
      );
    }
  });

  test('[DEF4] [RUN18] a flow that checks the payment, or stops on it, sends no reminder after it', () => {
    const asking = flowOf([delay(30), check('is', { pending: [sms('a')], paid: [sms('thanks')] })]);
    expect(analysePaths(asking).afterPaid).toEqual([]);
    expect(analysePaths({ ...unchecked, settings: { stopOn: 'payment.confirmed' } }).afterPaid).toEqual([]);
    expect(analysePaths(sample('pix-recovery')).afterPaid).toEqual([]);
    expect(analysePaths(sample('recovery-without-check')).afterPaid).not.toEqual([]);
  });

  test('[DEF4] [DEF7] a check for “not paid” alone reminds customers whose paid order was cancelled', () => {
    const rest = { field: 'payment_status', operator: '!=', value: 'paid' } as const;
    const asking = (id: string): Step => ({ type: 'condition', id: `is-${id}`, ...rest, if_true: [sms(id)] });
    for (const trigger_event of ['pix.generated', 'boleto.generated'] as const) {
      const flow = { ...flowOf([delay(30), asking('first'), delay(60), asking('second')]), trigger_event };
      const [name, ...others] = analysePaths(flow).afterPaid.map(({ sequence }) => sequence['pt-BR']);
      expect([name, others]).toEqual([
        `${trigger_event === 'pix.generated' ? 'PIX' : 'boleto'} às 10:00, pago às 10:01, cancelado às 10:31, lembrete às 11:30`,
        [],
      ]);
      expect(validateFlow(flow).structure).toMatchObject([
        { code: 'RECOVERY_WITHOUT_CHECK', path: 'steps[1].if_true[0]' },
        { code: 'RECOVERY_WITHOUT_CHECK', path: 'steps[3].if_true[0]' },
        { code: 'REMINDER_AFTER_PAYMENT', path: 'steps[3].if_true[0]' },
      ]);
      expect(analysePaths({ ...flow, settings: { stopOn: 'payment.confirmed' } }).afterPaid).toEqual([]);
    }
  });

  test('[DEF4] a check does not protect the steps after its branches join', () => {
    const behind = flowOf([delay(30), check('is', { paid: [sms('thanks')], pending: [] }), sms('last')]);
    expect(analysePaths(behind).afterPaid.map(({ id }) => id)).toEqual(['last']);
  });

  test('[DEF4] a message that reaches only customers who have paid is not a reminder, at any position', () => {
    const rest = { field: 'payment_status', operator: '!=', value: 'paid' } as const;
    const ended = flowOf([
      delay(30),
      { type: 'condition', id: 'is', ...rest, if_true: [sms('a'), end()] },
      delay(60),
      sms('thanks'),
    ]);
    expect(analysePaths(ended).afterPaid).toEqual([]);
  });

  test('[DEF4] a check in one thread does not count in another', () => {
    const flow = flowOf([
      whatsapp('a', { onNoReply: [sms('late')] }),
      delay(60),
      check('is', { paid: [], pending: [] }),
    ]);
    expect(analysePaths(flow).afterPaid.map(({ id, sequence }) => [id, sequence['pt-BR']])).toEqual([
      ['late', 'PIX às 10:00, pago às 10:01, lembrete às 10:00 do dia seguinte'],
    ]);
  });

  test('[DEF4] flows that do not ask for a payment have no findings', () => {
    expect(analysePaths({ ...unchecked, trigger_event: 'payment.confirmed' }).afterPaid).toEqual([]);
  });
});

describe('scenarios of paths', () => {
  test('the simulator reproduces every path from its scenario', () => {
    let checked = 0;
    const law = fc.property(arbitrarySettledFlow, (flow) => {
      const { paths, afterPaid, maxMessages, longest } = analysePaths(flow, { maxRuns: 40, maxEntries: 5000 });
      for (const { scenario, trace, outcome, messages, minutes } of paths) {
        expect(checkScenario(scenario, 'en', flow).issues).toEqual([]);
        const answer = simulate(flow, scenario, { baseUrl: 'https://loja.example' });
        expect({ ...answer, messages: answer.messages.length }).toEqual({
          ...(answer.reason !== undefined && { reason: answer.reason }),
          outcome,
          at: minutes,
          trace,
          messages,
        });
      }
      expect(Math.max(...paths.map(({ messages }) => messages))).toBe(maxMessages.messages);
      expect(Math.max(...paths.map(({ minutes }) => minutes))).toBe(longest.minutes);
      for (const { scenario, path, sentAt, paidAt } of afterPaid) {
        checked++;
        const { trace } = simulate(flow, scenario, { baseUrl: 'https://loja.example' });
        expect(trace.some((entry) => entry.path === path && entry.at === sentAt && sentAt >= paidAt)).toBe(true);
      }
    });
    fc.assert(law, { numRuns: Math.ceil(lawRuns / 3) });
    expect(checked).toBeGreaterThan(0);
  });
});
