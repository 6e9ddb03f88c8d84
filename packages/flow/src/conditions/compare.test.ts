import { describe, expect, test } from 'vitest';
import { operators, type Operator } from './operators.ts';
import { compare } from './compare.ts';
import { groupHolds, holds } from './evaluate.ts';

describe('comparison', () => {
  test.each<[unknown, Operator, unknown, boolean]>([
    ['paid', '=', 'PAID', true],
    [' Paid ', '=', 'paid', true],
    ['paid', '=', 'pending', false],
    ['paid', '!=', 'pending', true],
    [true, '=', 'true', true],
    [true, '=', 1, false],
    ['12990', '=', 12990, true],
    ['12990.0', '=', '12990', true],
    ['007', '=', 7, true],
    ['1e3', '=', 1000, false],
    ['0x10', '=', 16, false],
    ['12345678901234567890', '=', '12345678901234567891', false],
    ['12345678901234567890', '=', '12345678901234567890', true],
    [10n, '=', '10', true],
    ['', '=', '', true],
    ['null', '=', null, false],
    [{}, '=', '[object Object]', false],
    [['a'], '=', 'a', false],
    ['São Paulo', '=', 'são paulo', true],
    ['pix', 'in', ['BOLETO', 'Pix'], true],
    ['pix', 'in', 'pix', false],
    ['pix', 'not-in', ['boleto'], true],
    ['pix', 'not-in', ['pix'], false],
    [12990, 'in', ['12990'], true],
    ['', 'empty', undefined, true],
    [[], 'empty', undefined, true],
    [' ', 'empty', undefined, false],
    [0, 'empty', undefined, false],
    [false, 'empty', undefined, false],
    ['x', 'not-empty', undefined, true],
    [12990, '>', 12989, true],
    [12990, '>', 12990, false],
    [12990, '>=', '12990', true],
    ['99.5', '<', 100, true],
    [100, '<=', 99, false],
    ['abc', '>', 1, false],
    [5, '<', 'abc', false],
    [NaN, '>=', NaN, false],
    [Infinity, '>', 1, false],
  ])('[DEF6] %o %s %o is %s', (field, operator, value, expected) => {
    expect(compare(field, operator, value)).toBe(expected);
  });

  const whenNull: Record<Operator, boolean> = {
    '=': false,
    '!=': true,
    in: false,
    'not-in': true,
    empty: true,
    'not-empty': false,
    '>': false,
    '<': false,
    '>=': false,
    '<=': false,
  };

  test.each(operators)('[DEF6] a null field under %s has one result for every value', (operator) => {
    for (const field of [null, undefined]) {
      for (const value of [null, undefined, '', 'null', 'undefined', 0, '0', false, [], [null], [''], -1]) {
        expect([value, compare(field, operator, value)]).toEqual([value, whenNull[operator]]);
      }
    }
  });

  test('[DEF6] != and not-in are always the opposite of = and in', () => {
    const values = [null, '', 'a', 'A', 1, '1', true, [], ['a'], {}];
    for (const field of values) {
      for (const value of values) {
        expect(compare(field, '!=', value)).toBe(!compare(field, '=', value));
        expect(compare(field, 'not-in', value)).toBe(!compare(field, 'in', value));
      }
    }
  });

  test('[DEF6] money compares in cents', () => {
    const resolve = (field: string) => ({ amount: 12990, 'order.total': '12990' })[field];
    expect(holds({ field: 'amount', operator: '>=', value: 12990 }, resolve)).toBe(true);
    expect(holds({ field: 'order.total', operator: '>', value: 129.9 }, resolve)).toBe(true);
  });

  test('[SEM4] rules combine with AND, or with OR if specified, and evaluation stops at the deciding rule', () => {
    const read: string[] = [];
    const resolve = (field: string) => (read.push(field), field === 'amount' ? 1 : null);
    const rules = [
      { field: 'amount', operator: '=', value: 1 },
      { field: 'order.total', operator: '=', value: 1 },
      { field: 'browser.ip', operator: 'empty' },
    ] as const;
    expect([
      groupHolds(rules, undefined, resolve),
      groupHolds(rules, 'AND', resolve),
      groupHolds(rules, 'OR', resolve),
    ]).toEqual([false, false, true]);
    expect(read).toEqual(['amount', 'order.total', 'amount', 'order.total', 'amount']);
  });
});
