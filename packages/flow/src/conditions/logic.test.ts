import { describe, expect, test } from 'vitest';
import { groupOf, impliesStatus, matchingGroup, type Group } from './logic.ts';

const group = (operator: 'AND' | 'OR', ...rules: [string, string, unknown?][]): Group =>
  groupOf({ operator, conditions: rules.map(([field, operator, value]) => ({ field, operator, value })) })!;
const one = (field: string, operator: string, value?: unknown): Group => group('AND', [field, operator, value]);

describe('[DEF7] the cases that an earlier branch matches', () => {
  test.each([
    [one('payment_status', '=', 'paid'), one('payment_status', '=', ' PAID ')],
    [one('payment_status', '=', 'paid'), group('AND', ['amount', '>', 1], ['payment_status', '=', 'paid'])],
    [one('payment_status', 'in', ['paid', 'pending']), one('payment_status', '=', 'pending')],
    [one('payment_status', '!=', 'paid'), one('payment_status', '=', 'failed')],
    [one('payment_status', 'not-in', ['a']), one('payment_status', 'not-in', ['b', 'a'])],
    [one('amount', '>', 10), one('amount', '>', '10.0')],
    [one('amount', '>=', 10), one('amount', '>', 10)],
    [one('amount', '<', 10), one('amount', '<=', 9)],
    [one('amount', '>', 10), one('amount', '=', 11)],
    [one('customer.email', 'not-empty'), one('customer.email', '=', 'a@b.example')],
    [group('OR', ['amount', '>', 1], ['payment_status', '=', 'paid']), one('payment_status', '=', 'paid')],
    [group('OR', ['amount', 'empty'], ['amount', 'not-empty']), one('customer.state', '=', 'SP')],
    [group('OR', ['customer.state', '=', 'SP'], ['customer.state', '!=', 'sp']), one('amount', '>', 1)],
  ])('%j covers %j', (earlier, later) => expect(matchingGroup(later, [earlier])).toBe(0));

  test.each([
    [one('payment_status', '=', 'paid'), one('payment_status', '=', 'pending')],
    [group('AND', ['amount', '>', 1], ['payment_status', '=', 'paid']), one('payment_status', '=', 'paid')],
    [one('payment_status', '=', 'paid'), one('payment_method', '=', 'paid')],
    [one('amount', '>', 10), one('amount', '>=', 10)],
    [one('amount', '>', 10), one('amount', '=', 'muito')],
    [one('customer.email', 'not-empty'), one('customer.email', '=', ' ')],
    [one('payment_status', '=', 'paid'), group('OR', ['payment_status', '=', 'paid'], ['amount', '>', 1])],
    // As in a run, numbers with more digits than a double holds are compared as text.
    [one('tracking.code', '=', '12345678901234567890'), one('tracking.code', '=', '12345678901234567891')],
    // A text that is not a number is neither above nor at most a number, so the two rules together do not cover all cases.
    [group('OR', ['amount', '>', 5], ['amount', '<=', 5]), one('customer.state', '=', 'SP')],
  ])('%j does not cover all of %j', (earlier, later) => expect(matchingGroup(later, [earlier])).toBe(-1));

  test('a list too long to analyse is treated as covering nothing', () => {
    const values = Array.from({ length: 40 }, (_, index) => `estado-${index}`);
    const conditions = [{ field: 'customer.state', operator: 'not-in', value: values }];
    expect(groupOf({ conditions })).toBeUndefined();
    expect(matchingGroup(one('customer.state', '=', 'estado-39'), [groupOf({ conditions })])).toBe(-1);
  });

  test('several branches together can match everything', () => {
    const earlier = [one('payment_status', '=', 'paid'), one('payment_status', '!=', 'paid')];
    expect(matchingGroup(one('amount', '>', 1), earlier)).toBe(1);
  });
});

describe('[DEF4] rules that imply a payment', () => {
  test.each([
    [one('payment_status', '=', 'PAID'), true, true],
    [one('payment_status', 'in', ['paid']), true, true],
    [one('payment_status', 'in', ['paid', 'pending']), true, false],
    [one('payment_status', '=', 'pending'), true, false],
    [one('payment_status', '!=', 'paid'), false, true],
    [one('payment_status', 'not-in', ['paid']), false, true],
    [one('payment_status', '=', 'paid'), false, false],
    [group('AND', ['payment_status', '=', 'paid'], ['amount', '>', 1]), true, true],
    [group('OR', ['payment_status', '=', 'paid'], ['amount', '>', 1]), true, false],
    [group('AND', ['payment_status', '!=', 'paid'], ['amount', '>', 1]), false, false],
    [group('OR', ['payment_status', '!=', 'paid'], ['amount', '>', 1]), false, true],
  ])('%j, passed %s: paid %s', (rules, passes, paid) => expect(impliesStatus(rules, passes, 'paid')).toBe(paid));

  test('and those that imply that it is pending', () => {
    expect(impliesStatus(one('payment_status', '=', 'pending'), true, 'pending')).toBe(true);
    expect(impliesStatus(one('payment_status', '!=', 'pending'), false, 'pending')).toBe(true);
    expect(impliesStatus(one('payment_status', '!=', 'paid'), true, 'pending')).toBe(false);
    expect(impliesStatus(one('payment_status', 'in', ['pending', 'processing']), true, 'pending')).toBe(false);
  });
});
