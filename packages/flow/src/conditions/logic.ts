import { isRaw } from '../members/raw.ts';
import { compare, equals, numberIn } from './compare.ts';
import { isOperator, type Operator } from './operators.ts';

// Conclusions from rules without data (DEF6): whether one group matches all that another matches, and which payment status it implies.

/** A rule with valid field and operator. */
export type ReadRule = { field: string; operator: Operator; value: unknown };

/** Longer groups and lists of values are not analysed: the work grows with the square. */
const maxEntries = 32;

/** Combined rules: AND requires all (`any` false), OR one (`any` true). */
export type Group = { any: boolean; rules: readonly ReadRule[] };

/** The rules of a branch, of a condition, or of a condition that is itself a rule; undefined if one is malformed. */
export function groupOf(raw: { readonly [member: string]: unknown }): Group | undefined {
  const entries: unknown[] = Array.isArray(raw.conditions) ? raw.conditions : [raw];
  if (entries.length === 0 || entries.length > maxEntries) return undefined;
  const rules: ReadRule[] = [];
  for (const rule of entries) {
    if (!isRaw(rule)) return undefined;
    const { field, operator, value } = rule;
    if (typeof field !== 'string' || typeof operator !== 'string' || !isOperator(operator)) return undefined;
    if ((operator === 'in' || operator === 'not-in') && !Array.isArray(value)) return undefined;
    if (Array.isArray(value) && value.length > maxEntries) return undefined;
    rules.push({ field, operator, value });
  }
  return { any: Array.isArray(raw.conditions) && raw.operator === 'OR', rules };
}

/** Whether passing a group (or failing it, if `passes` is false) proves that the order has this payment status. */
export function impliesStatus(group: Group, passes: boolean, status: 'paid' | 'pending'): boolean {
  const means = ({ field, operator, value }: ReadRule): boolean => {
    if (field !== 'payment_status') return false;
    const affirms = operator === '=' || operator === 'in';
    if (affirms !== passes || (!affirms && operator !== '!=' && operator !== 'not-in')) return false;
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.length > 0 && values.every((word) => equals(word, status));
  };
  return group.any === passes ? group.rules.every(means) : group.rules.some(means);
}

/** The rules of a branch that every order matches: the format has no other way to say "in all other cases". */
export const otherwiseRules = {
  operator: 'OR',
  conditions: [
    { field: 'payment_status', operator: 'empty' },
    { field: 'payment_status', operator: 'not-empty' },
  ],
} as const;

/** Whether a branch matches every order, whatever its data: as the last one it is for all other cases. */
export function alwaysMatches(branch: { readonly [member: string]: unknown }): boolean {
  const group = Array.isArray(branch.conditions) ? groupOf(branch) : undefined;
  return group !== undefined && group.any && isTautology(group.rules);
}

/** Whether a branch is chosen only for orders with this payment status. */
export function branchMeans(branch: { readonly [member: string]: unknown }, status: 'paid' | 'pending'): boolean {
  const group = Array.isArray(branch.conditions) ? groupOf(branch) : undefined;
  return group !== undefined && impliesStatus(group, true, status);
}

/**
 * Whether a group can never match because earlier groups match all of its cases. Returns the index of the group that matches them, the last
 * index if only several groups together do, or -1.
 */
export function matchingGroup(group: Group, earlier: readonly (Group | undefined)[]): number {
  const alone = earlier.findIndex((other) => other !== undefined && takes(other, group));
  if (alone !== -1 || earlier.length < 2 || earlier.length > maxEntries) return alone;
  const single = earlier.flatMap((other) => (other && (other.any || other.rules.length === 1) ? other.rules : []));
  return takes({ any: true, rules: single }, group) ? earlier.length - 1 : -1;
}

/** Whether `other` matches every case that `group` matches. */
function takes(other: Group, group: Group): boolean {
  if (other.any && isTautology(other.rules)) return true;
  const cases = group.any ? group.rules.map((rule) => [rule]) : [group.rules];
  return cases.every((holding) => {
    const follows = (rule: ReadRule): boolean => holding.some((held) => implies(held, rule));
    return other.any ? other.rules.some(follows) : other.rules.every(follows);
  });
}

const opposites: Partial<Record<Operator, Operator>> = { '=': '!=', in: 'not-in', empty: 'not-empty' };

/** Whether one of the rules is always true, since two of them are opposites. */
function isTautology(rules: readonly ReadRule[]): boolean {
  return rules.some((rule) => {
    const opposite = opposites[rule.operator];
    return rules.some(
      (other) => other.operator === opposite && other.field === rule.field && sameValues(rule.value, other.value),
    );
  });
}

/** Whether `held` implies `conclusion`; false if that cannot be proved. */
function implies(held: ReadRule, conclusion: ReadRule): boolean {
  if (held.field !== conclusion.field) return false;
  const { operator, value } = conclusion;
  if (held.operator === operator && sameValues(held.value, value)) return true;
  const possible =
    held.operator === '=' ? [held.value] : held.operator === 'in' ? (held.value as unknown[]) : undefined;
  if (possible) return possible.length > 0 && possible.every((one) => holds(one, operator, value));
  if (held.operator === '!=' || held.operator === 'not-in') return excludes(held, conclusion);
  const [bound, limit] = [numberIn(held.value), numberIn(value)];
  if (bound === null || limit === null) return false;
  if (held.operator === '>' || held.operator === '>=') {
    return operator === '>='
      ? bound >= limit
      : operator === '>' && (held.operator === '>' ? bound >= limit : bound > limit);
  }
  if (held.operator === '<' || held.operator === '<=') {
    return operator === '<='
      ? bound <= limit
      : operator === '<' && (held.operator === '<' ? bound <= limit : bound < limit);
  }
  return false;
}

/** Whether `held` excludes the values of `conclusion`: `not-in [a, b]` implies `!= a` and `not-in [a]`. */
function excludes(held: ReadRule, conclusion: ReadRule): boolean {
  if (conclusion.operator !== '!=' && conclusion.operator !== 'not-in') return false;
  const out = toList(held.value);
  return toList(conclusion.value).every((value) => out.some((one) => equals(one, value)));
}

/** Whether a rule is true for every field that equals `one`. `= ""` also matches a field of spaces, which is not `empty`. */
function holds(one: unknown, operator: Operator, value: unknown): boolean {
  if (operator === 'empty') return false;
  if (operator === 'not-empty') return isScalar(one) && !equals(one, '');
  return compare(one, operator, value);
}

const isScalar = (value: unknown): boolean => value !== null && value !== undefined && typeof value !== 'object';

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function sameValues(a: unknown, b: unknown): boolean {
  const [left, right] = [toList(a), toList(b)];
  return (
    left.length === right.length && left.every((value, index) => value === right[index] || equals(value, right[index]))
  );
}
