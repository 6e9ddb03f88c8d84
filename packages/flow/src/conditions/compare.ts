import type { Operator } from './operators.ts';

/**
 * Compares a field's value with a rule's (DEF6). A field without a value (null, undefined) is unequal to everything: `=`, `in` and the
 * numeric operators are false for it, `!=`, `not-in` and `empty` are true. Never throws.
 */
export function compare(field: unknown, operator: Operator, value: unknown): boolean {
  switch (operator) {
    case '=':
      return equals(field, value);
    case '!=':
      return !equals(field, value);
    case 'in':
      return isIn(field, value);
    case 'not-in':
      return !isIn(field, value);
    case 'empty':
      return isEmpty(field);
    case 'not-empty':
      return !isEmpty(field);
    case '>':
    case '<':
    case '>=':
    case '<=':
      return compareNumbers(numberIn(field), operator, numberIn(value));
    default:
      return operator satisfies never;
  }
}

/** DEF6: whether a value is null, undefined, "" or []. A text of spaces is not empty. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** DEF6: compares as numbers if both sides are numeric, otherwise as trimmed texts, ignoring case. */
export function equals(one: unknown, other: unknown): boolean {
  const [number, otherNumber] = [numberIn(one), numberIn(other)];
  if (number !== null && otherNumber !== null) return number === otherNumber;
  const [text, otherText] = [textIn(one), textIn(other)];
  return text !== null && text === otherText;
}

function isIn(field: unknown, values: unknown): boolean {
  return Array.isArray(values) && values.some((value) => equals(field, value));
}

function compareNumbers(left: number | null, operator: '>' | '<' | '>=' | '<=', right: number | null): boolean {
  if (left === null || right === null) return false;
  if (operator === '>') return left > right;
  if (operator === '<') return left < right;
  return operator === '>=' ? left >= right : left <= right;
}

const decimal = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/**
 * The number in a value: a number, or a text that is one; otherwise null. A text with more digits than a double can represent is not a
 * number: two 20-digit tracking codes that differ in the last digit must not be equal.
 */
export function numberIn(value: unknown): number | null {
  if (typeof value === 'string') {
    const text = value.trim();
    return decimal.test(text) ? exact(Number(text)) : null;
  }
  if (typeof value === 'bigint') return exact(Number(value));
  return typeof value === 'number' ? exact(value) : null;
}

const exact = (number: number): number | null => (Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null);

function textIn(value: unknown): string | null {
  if (typeof value === 'string') return value.trim().toLowerCase();
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint' ? String(value) : null;
}
