import { fixedFields, isConditionField, validateFlow, type Rule } from '@retoma/flow';
import { expect, test } from 'vitest';
import { fieldGroups, offeredGroups, operatorsFor, ruleAbout, withOperator } from './rule-fields.ts';

const isValid = (rule: Rule): boolean =>
  validateFlow({
    name: 'Teste',
    trigger_event: 'pix.generated',
    steps: [{ type: 'condition', branches: [{ id: 'a', conditions: [rule], steps: [{ type: 'end' }] }] }],
  }).structure.every(({ code }) => !['UNKNOWN_FIELD', 'UNKNOWN_OPERATOR', 'WRONG_TYPE', 'REQUIRED'].includes(code));

test('[DEF5] every fixed field is offered once, and nothing else', () => {
  const offered = fieldGroups.flatMap(({ fields }) => fields.map(({ field }) => field));
  expect(new Set(offered).size).toBe(offered.length);
  expect(offered.every(isConditionField)).toBe(true);
  expect(fixedFields.filter((field) => !offered.includes(field))).toEqual([]);
});

test('[DEF5] any selection of fields and operators gives a valid rule', () => {
  let rule = ruleAbout('payment_status');
  expect(rule).toEqual({ field: 'payment_status', operator: '=', value: 'paid' });
  for (const { field } of fieldGroups.flatMap(({ fields }) => fields)) {
    rule = ruleAbout(field, rule);
    expect([rule, isValid(rule)]).toEqual([rule, true]);
    for (const operator of operatorsFor(field, '=')) {
      rule = withOperator(rule, operator);
      expect([rule, isValid(rule)]).toEqual([rule, true]);
    }
  }
});

test('a value is kept if it still fits', () => {
  const among = { field: 'payment_method', operator: 'in', value: ['pix', 'boleto'] } as const;
  expect(withOperator(among, '=')).toEqual({ field: 'payment_method', operator: '=', value: 'pix' });
  expect(withOperator(withOperator(among, '='), 'not-in')).toMatchObject({ value: ['pix'] });
  expect(ruleAbout('order.payment_method', among)).toEqual({ ...among, field: 'order.payment_method' });
  expect(ruleAbout('amount', among)).toEqual({ field: 'amount', operator: '>', value: 10_000 });
  expect(operatorsFor('payment_status', '>')).toContain('>');
});

test('[DEF5] of two fields that mean the same one is offered; a rule that has the other keeps it', () => {
  const offered = (current: string) => offeredGroups(current).flatMap(({ fields }) => fields.map(({ field }) => field));
  expect(offered('payment_status')).toContain('amount');
  expect(offered('amount')).not.toContain('order.total');
  expect(offered('order.total')).toEqual(expect.arrayContaining(['amount', 'order.total']));
  expect(offered('order.total')).not.toContain('order.payment_method');
});
