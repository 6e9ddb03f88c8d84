import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Flow } from '../../definition/flow.ts';
import { readFlow } from '../../validate/import.ts';
import { counter } from '../../testing/arbitrary-operation.ts';
import { arbitraryDefinitionText } from '../../testing/broken-definition.ts';
import { check, delay, email, end, flowOf, loop, retry, sms, whatsapp } from '../../testing/build-flow.ts';
import { codes } from '../../members/codes.ts';
import { validateFlow } from '../../validate/validate.ts';
import { applyOperations } from '../history/apply.ts';
import { stepFixes } from './step-fixes.ts';
import { fixesFor } from './fixes.ts';
import { insertReminder } from './recovery-pair.ts';

/** A flow with these steps, and a trigger without payment reminders. */
const broken = (...steps: object[]): Flow => ({ ...flowOf(steps as never), trigger_event: 'payment.confirmed' });
const rules = (...conditions: object[]): object => ({
  type: 'condition',
  id: 'c',
  branches: [{ id: 'b', conditions, steps: [sms('in')] }],
});
const text = (id: string, message: string): object => ({ ...sms(id), data: { message } });

/** Applies all fixes at once. */
function applyFixes(flow: Flow): { codes: string[]; flow: Flow } {
  const fixes = fixesFor(flow, counter('fix'));
  const applied = applyOperations(
    flow,
    fixes.flatMap(({ operations }) => operations),
    counter(),
  );
  if (!applied.ok) throw new Error(applied.code);
  return { codes: fixes.map(({ code, path, lossy }) => `${code} ${path}${lossy ? ' lossy' : ''}`), flow: applied.flow };
}

describe('[EDT2] fixes of an import', () => {
  test.each<[string, object[], string, object[]]>([
    ['a wait in words', [delay('2 horas' as never)], 'WRONG_TYPE steps[0].minutes', [{ minutes: 120 }]],
    ['a number as text', [delay('15' as never)], 'WRONG_TYPE steps[0].minutes', [{ minutes: 15 }]],
    ['no wait at all', [delay(0)], 'OUT_OF_RANGE steps[0].minutes', [{ minutes: 1 }]],
    [
      'a wait that is too long',
      [delay(25_000)],
      'OUT_OF_RANGE steps[0].minutes',
      [{ minutes: 10_080 }, { minutes: 10_080 }, { minutes: 4_840, id: 'wait-25000' }],
    ],
    [
      'too many attempts',
      [retry([sms('a')], { maxAttempts: 50 })],
      'OUT_OF_RANGE steps[0].maxAttempts',
      [{ maxAttempts: 10 }],
    ],
    [
      'a field that conditions do not know',
      [rules({ field: 'order.status', operator: '=', value: 'PAID' })],
      'UNKNOWN_FIELD steps[0].branches[0].conditions[0].field',
      [{ branches: [{ conditions: [{ field: 'payment_status', operator: '=', value: 'paid' }] }] }],
    ],
    [
      'one value where a list is wanted',
      [rules({ field: 'payment_status', operator: 'in', value: 'paid' })],
      'WRONG_TYPE steps[0].branches[0].conditions[0].value',
      [{ branches: [{ conditions: [{ value: ['paid'] }] }] }],
    ],
    [
      'an operator of another editor',
      [loop([sms('a')], { condition: { field: 'amount', operator: 'gte', value: 5 } })],
      'UNKNOWN_OPERATOR steps[0].condition.operator',
      [{ condition: { operator: '>=' } }],
    ],
    ['HTML in an SMS', [text('a', '<b>Oi</b>')], 'HTML_IN_SMS steps[0].data.message', [{ data: { message: 'Oi' } }]],
    [
      'an address without https',
      [whatsapp('a', { data: { type: 'image', image: 'www.loja.example/a.png' } })],
      'INVALID_URL steps[0].data.image',
      [{ data: { image: 'https://www.loja.example/a.png' } }],
    ],
    [
      'a member by another name',
      [retry([sms('a')], { maxAttempt: 5 })],
      'UNKNOWN_MEMBER steps[0].maxAttempt',
      [{ type: 'retry', maxAttempts: 5 }],
    ],
    [
      'the flat format inside',
      [retry([{ ...sms('a'), nextId: 'x' }])],
      'MIXED_FORMATS steps[0].steps[0].nextId',
      [{ steps: [{ id: 'a' }] }],
    ],
    ['an id used twice', [sms('a'), sms('a')], 'DUPLICATE_ID steps[1].id', [{ id: 'fix-1' }, { id: 'a' }]],
    [
      'a branch id used twice',
      [check('x', { paid: [] }), { ...check('x', { paid: [] }), id: 'y' }],
      'DUPLICATE_ID steps[1].branches[0].id',
      [{ branches: [{ id: 'x-paid' }] }, { branches: [{ id: 'x2-paid' }] }],
    ],
    ['a step behind an end', [end(), sms('a')], 'UNREACHABLE_STEP steps[1] lossy', [{ id: 'end' }]],
    [
      'spaces in a metatag',
      [text('a', 'Oi, {{ customer.name }}!')],
      'INVALID_SYNTAX steps[0].data.message',
      [{ data: { message: 'Oi, {{customer.name}}!' } }],
    ],
    [
      'a symbol before money, twice',
      [text('a', 'R$ {{order.total}} ou R$ {{order.total}}')],
      'DUPLICATE_CURRENCY steps[0].data.message',
      [{ data: { message: '{{order.total}} ou {{order.total}}' } }],
    ],
    [
      'what is never executed',
      [sms('a'), { type: 'action', id: 'w', name: 'webhook' }],
      'UNIMPLEMENTED_ACTION steps[1] lossy',
      [{ id: 'a' }],
    ],
  ])('%s', (_, steps, code, expected) => {
    const before = broken(...steps);
    const { codes: found, flow } = applyFixes(before);
    expect(found).toEqual([code]);
    expect(flow.steps).toMatchObject(expected);
    expect(flow.steps).toHaveLength(expected.length);
    expect(validateFlow(flow, { mode: 'warn' })).toMatchObject({ valid: true, _validation: { totalErrors: 0 } });
  });

  test('all suggestions for one text are one fix', () => {
    const { flow, codes: found } = applyFixes(
      broken(text('a', 'R$ {{order.total}} de {{ store.name }} {{custmer.name}}')),
    );
    expect(found).toHaveLength(1);
    expect(flow.steps).toMatchObject([{ data: { message: '{{order.total}} de {{store.name}} {{customer.name}}' } }]);
  });

  test('of two suggestions for the same position only one is applied at a time', () => {
    const cart = { ...broken(text('a', 'Total: R$ {{order.total}}.')), trigger_event: 'cart.abandoned' } as const;
    const first = applyFixes(cart);
    expect(first.codes).toHaveLength(1);
    expect(applyFixes(first.flow).flow.steps).toMatchObject([{ data: { message: 'Total: {{cart.total}}.' } }]);
  });

  test('a reminder gets a payment check, and a wait if there is none', () => {
    const unguarded = flowOf([sms('reminder'), email('later')]);
    const { flow, codes: found } = applyFixes(unguarded);
    expect(found).toEqual(['RECOVERY_WITHOUT_CHECK steps[0]', 'RECOVERY_WITHOUT_CHECK steps[1]']);
    expect(flow.steps.map(({ type }) => type)).toEqual(['delay', 'condition', 'delay', 'condition']);
    expect(validateFlow(flow, { mode: 'off' }).structure).toEqual([]);
    const waited = applyFixes(flowOf([delay(60), sms('reminder')]));
    expect(waited.flow.steps).toMatchObject([
      { id: 'wait-60' },
      { branches: [{ id: 'check1-pending', label: 'Ainda não pagou', steps: [{ id: 'reminder' }] }] },
    ]);
  });

  test('[DEF7] a reminder that can reach a customer who has paid: the payment ends the run, in addition to other stopOn events', () => {
    const checked = check('c', { paid: [end()], pending: [sms('first'), delay(720), sms('second')] });
    const flow = flowOf([delay(30), checked], { stopOn: 'payment.failed', reentry: 'once_per_order' });
    const found = validateFlow(flow, { mode: 'off', locale: 'en' }).structure;
    expect(found).toMatchObject([{ code: 'REMINDER_AFTER_PAYMENT', severity: 'warning' }]);
    expect(found[0]!.message).toMatch(/PIX at 10:00, paid at 10:3\d, reminder at 22:30/);
    const done = applyFixes(flow);
    expect(done.codes).toEqual([`REMINDER_AFTER_PAYMENT ${found[0]!.path}`]);
    expect(done.flow.settings).toEqual({
      stopOn: ['payment.failed', 'payment.confirmed'],
      reentry: 'once_per_order',
    });
    expect(validateFlow(done.flow, { mode: 'off' }).structure).toEqual([]);
  });

  test('insertReminder adds a wait, a payment check and the message', () => {
    const flow = flowOf([delay(5, { id: 'first' })]);
    const operations = insertReminder(flow, sms('new'), { afterNodeId: 'first' }, { minutes: 45 });
    const applied = applyOperations(flow, operations, counter());
    if (!applied.ok) throw new Error(applied.code);
    expect(applied.flow.steps).toMatchObject([
      { id: 'first' },
      { type: 'delay', minutes: 45 },
      { type: 'condition', branches: [{ steps: [{ id: 'new' }] }] },
    ]);
    expect(validateFlow(applied.flow, { mode: 'off' }).structure).toEqual([]);
  });

  test('an issue that needs a decision has no fix', () => {
    const contains = rules({ field: 'customer.email', operator: 'contains', value: '@' });
    const paid = rules({ field: 'paid', operator: '=', value: true });
    expect(fixesFor(broken(contains), counter())).toEqual([]);
    expect(fixesFor(broken(paid), counter())).toEqual([]);
    for (const nothing of [
      null,
      [],
      { steps: {} },
      { steps: [null] },
      { steps: [{ type: 'x' }], trigger_event: 'a' },
    ]) {
      expect(fixesFor(nothing, counter())).toEqual([]);
    }
  });

  /** The code of every issue of a definition. */
  const codesOf = (definition: unknown): string[] => {
    const { structure, _validation } = validateFlow(definition, { mode: 'warn' });
    const ofSteps = _validation?.steps.flatMap(({ errors, warnings }) => [...errors, ...warnings]) ?? [];
    return [...structure, ...ofSteps].map(({ code }) => code);
  };

  test('in any definition every fix leaves fewer issues of its code and no new error', () => {
    let found = 0;
    const law = fc.property(arbitraryDefinitionText(), (input) => {
      let value: unknown;
      try {
        value = JSON.parse(input);
      } catch {
        return;
      }
      const fixes = fixesFor(value, counter('fix'));
      found += fixes.length;
      const before = fixes.length === 0 ? [] : codesOf(value);
      for (const { code, operations } of fixes) {
        const applied = applyOperations(value as Flow, operations, counter());
        if (!applied.ok) throw new Error(applied.code);
        if (readFlow(value).ok) expect(readFlow(applied.flow).ok).toBe(true);
        if (!(code in codes)) continue;
        const count = (found: readonly string[]): number => found.filter((one) => one === code).length;
        expect(count(codesOf(applied.flow))).toBeLessThan(count(before));
      }
    });
    fc.assert(law, { seed: 6, numRuns: 120 });
    expect(found).toBeGreaterThan(10);
  });

  test('every fix belongs to an existing code', () => {
    expect(Object.keys(stepFixes).filter((code) => !(code in codes))).toEqual([]);
  });
});
