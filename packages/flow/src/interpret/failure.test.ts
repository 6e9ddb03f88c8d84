import { describe, expect, test } from 'vitest';
import { simulate } from '../simulate/simulate.ts';
import { delay, flowOf, loop, played, retry, scenarioOf, sms, statusIs, whatsapp } from '../testing/build-flow.ts';

const refuse = (step: string, pass?: number) => ({ step, fail: 'REFUSED', ...(pass !== undefined && { pass }) });

describe('a send that fails', () => {
  test('[RUN5] outside of every retry and loop lets the flow continue, with onNext', () => {
    const flow = flowOf([whatsapp('a', { onNext: [sms('b')] }), sms('c')]);
    expect(played(flow, { messages: [refuse('a')] })).toEqual([
      '0 a failed REFUSED',
      '0 b sent',
      '0 c sent',
      'completed',
    ]);
  });

  test('[RUN5] abandons the attempt of its retry at once: neither onNext nor later steps run', () => {
    const flow = flowOf([retry([whatsapp('a', { onNext: [sms('b')] }), sms('c')], { maxAttempts: 2 })]);
    expect(played(flow, { messages: [refuse('a', 1)] })).toEqual([
      '0 retry attempt 1',
      '0 a failed REFUSED',
      '0 retry attempt 2',
      '0 a sent',
      '0 b sent',
      '0 c sent',
      '0 retry succeeded',
      'completed',
    ]);
  });

  test('[RUN5] is handled by the nearest enclosing step: a loop without stopOnError shields the retry around it', () => {
    const flow = flowOf([retry([loop([whatsapp('a', { onNext: [sms('b')] })], { maxIterations: 1 })])]);
    expect(played(flow, { messages: [refuse('a')] })).toEqual([
      '0 retry attempt 1',
      '0 loop iteration 1',
      '0 a failed REFUSED',
      '0 b sent',
      '0 loop finished max',
      '0 retry succeeded',
      'completed',
    ]);
  });

  test('[RUN5] a loop with stopOnError stops, and counts as failed for the retry around it', () => {
    const inner = loop([whatsapp('a'), sms('b')], { stopOnError: true, maxIterations: 1 });
    expect(played(flowOf([retry([inner, sms('c')], { maxAttempts: 2 })]), { messages: [refuse('a', 1)] })).toEqual([
      '0 retry attempt 1',
      '0 loop iteration 1',
      '0 a failed REFUSED',
      '0 loop finished error',
      '0 retry attempt 2',
      '0 loop iteration 1',
      '0 a sent',
      '0 b sent',
      '0 loop finished max',
      '0 c sent',
      '0 retry succeeded',
      'completed',
    ]);
  });

  test('[RUN5] after an outermost loop that stopped, the flow continues', () => {
    const flow = flowOf([loop([whatsapp('a')], { stopOnError: true }), sms('b')]);
    expect(played(flow, { messages: [refuse('a')] }).slice(1)).toEqual([
      '0 a failed REFUSED',
      '0 loop finished error',
      '0 b sent',
      'completed',
    ]);
  });

  test('[RUN5] in onNext and in branches is handled by the enclosing retry', () => {
    const condition = { type: 'condition', id: 'c', ...statusIs('pending'), if_true: [sms('b'), sms('d')] } as const;
    const flow = flowOf([retry([whatsapp('a', { onNext: [condition] })], { maxAttempts: 1 }), sms('e')]);
    expect(played(flow, { messages: [refuse('b')] }).slice(3)).toEqual([
      '0 b failed REFUSED',
      '0 retry exhausted',
      '0 e sent',
      'completed',
    ]);
  });
});

describe('retry', () => {
  test('[RUN6] waits between attempts, three in all by default, then the flow continues', () => {
    const flow = flowOf([retry([whatsapp('a')], { delayBetweenAttempts: 15 }), sms('b')]);
    expect(played(flow, { messages: [refuse('a')] })).toEqual([
      '0 retry attempt 1',
      '0 a failed REFUSED',
      '15 retry attempt 2',
      '15 a failed REFUSED',
      '30 retry attempt 3',
      '30 a failed REFUSED',
      '30 retry exhausted',
      '30 b sent',
      'completed',
    ]);
  });

  test('[RUN6] starts again from its first step', () => {
    const flow = flowOf([retry([sms('first'), whatsapp('a')], { maxAttempts: 2 })]);
    expect(played(flow, { messages: [refuse('a', 1)] }).filter((line) => line.includes('first'))).toHaveLength(2);
  });

  test('[RUN6] without a delay the next attempt begins at once, before any other thread', () => {
    const flow = flowOf([
      whatsapp('hi', { onResponse: [retry([sms('a')], { maxAttempts: 2 })] }),
      delay(5),
      sms('main'),
    ]);
    const messages = [{ step: 'hi', reply: 5 }, refuse('a', 1)];
    expect(played(flow, { messages }).slice(3)).toEqual([
      '5 onResponse@steps[0]#1 retry attempt 1',
      '5 onResponse@steps[0]#1 a failed REFUSED',
      '5 onResponse@steps[0]#1 retry attempt 2',
      '5 onResponse@steps[0]#1 a sent',
      '5 onResponse@steps[0]#1 retry succeeded',
      '5 main sent',
      'completed',
    ]);
  });

  test('[RUN6] an exhausted retry counts as failed for the retry around it', () => {
    const flow = flowOf([retry([retry([sms('a')], { id: 'inner', maxAttempts: 1 }), sms('b')], { maxAttempts: 2 })]);
    expect(played(flow, { messages: [refuse('a', 1)] }).slice(1)).toEqual([
      '0 inner attempt 1',
      '0 a failed REFUSED',
      '0 inner exhausted',
      '0 retry attempt 2',
      '0 inner attempt 1',
      '0 a sent',
      '0 inner succeeded',
      '0 b sent',
      '0 retry succeeded',
      'completed',
    ]);
  });
});

describe('loop', () => {
  test('[RUN7] tests its condition before every iteration', () => {
    const flow = flowOf([loop([delay(10)], { condition: statusIs('pending') })]);
    const changes = [{ at: 15, set: { 'order.status': 'PAID' } }];
    expect(played(flow, { changes })).toEqual([
      '0 loop iteration 1',
      '0 wait-10 waits 10',
      '10 loop iteration 2',
      '10 wait-10 waits 20',
      '20 loop finished condition',
      'completed',
    ]);
    expect(played(flowOf([loop([sms('a')], { condition: statusIs('paid') })]))).toEqual([
      '0 loop finished condition',
      'completed',
    ]);
  });

  test('[RUN7] stops at maxIterations, ten by default, even if its condition holds', () => {
    expect(played(flowOf([loop([sms('a')])])).filter((line) => line.endsWith('sent'))).toHaveLength(10);
    const flow = flowOf([loop([delay(10)], { maxIterations: 1, condition: statusIs('pending') })]);
    const changes = [{ at: 5, set: { 'order.status': 'PAID' } }];
    expect(played(flow, { changes }).at(-2)).toBe('10 loop finished max');
  });

  test('[RUN7] repeats without steps, as does a retry', () => {
    expect(played(flowOf([loop([], { maxIterations: 2 }), retry([])]))).toEqual([
      '0 loop iteration 1',
      '0 loop iteration 2',
      '0 loop finished max',
      '0 retry attempt 1',
      '0 retry succeeded',
      'completed',
    ]);
  });
});

describe('budgets', () => {
  const nest = (depth: number, inner: ReturnType<typeof loop>[]): ReturnType<typeof loop> =>
    loop(depth === 1 ? inner : [nest(depth - 1, inner)], { maxIterations: 100 });

  test('[RUN14] a run makes at most 10,000 step executions', () => {
    const hook = { type: 'action', id: 'x', name: 'webhook' } as const;
    const { outcome, reason, trace } = simulate(flowOf([nest(3, [hook])]), scenarioOf());
    expect([outcome, reason]).toEqual(['failed', 'STEP_BUDGET_EXCEEDED']);
    // Two loops around the innermost one, which is entered once for each hundred executions of x.
    const executed = trace.filter(({ type, outcome }) => type === 'action' || outcome === 'finished').length;
    expect(executed + 3).toBe(10_000);
  });

  test('[RUN14] a run sends at most 1,000 messages', () => {
    const { outcome, reason, messages } = simulate(flowOf([nest(2, [sms('a')])]), scenarioOf());
    expect([outcome, reason, messages.length]).toEqual(['failed', 'MESSAGE_BUDGET_EXCEEDED', 1000]);
  });

  test('[RUN14] empty loops stop too', () => {
    const { outcome, reason, trace } = simulate(flowOf([nest(10, [])]), scenarioOf());
    expect([outcome, reason]).toEqual(['failed', 'STEP_BUDGET_EXCEEDED']);
    expect(trace.length).toBeLessThan(20_000);
  });
});
