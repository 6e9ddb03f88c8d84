import type { Connective, Rule } from './members.ts';
import { compare } from './compare.ts';
import type { ConditionField } from './fields.ts';

/**
 * Returns the current value of a condition field (DEF5): live data in production, the scenario's in a simulation. null or undefined if it
 * has none.
 */
export type Resolve = (field: ConditionField) => unknown;

/** Whether a rule is true (DEF6). */
export function holds(rule: Rule, resolve: Resolve): boolean {
  return compare(resolve(rule.field), rule.operator, rule.value);
}

/** Whether a group of rules is true: all of them (AND, the default), or one of them (OR). Rules after the deciding one are not resolved. */
export function groupHolds(rules: readonly Rule[], connective: Connective | undefined, resolve: Resolve): boolean {
  for (const rule of rules) {
    const held = holds(rule, resolve);
    if (connective === 'OR' ? held : !held) return held;
  }
  return connective !== 'OR';
}
