import type { Connective, Rule, RuleScalar } from './members.ts';
import { listIn, textOr, withMembers } from '../members/readable.ts';
import { isRaw } from '../members/raw.ts';
import type { Raw } from '../members/report.ts';

/** A rule from any value: a wrong type of field, operator or value becomes empty. Unknown fields and operators are kept. */
export const readableRule = (value: unknown): Rule => withComparison(isRaw(value) ? value : {}) as unknown as Rule;

/** A rule, or a condition that is itself a rule, with its comparison's members replaced by ones of the right type. */
export function withComparison(raw: Raw): Raw {
  const operator = textOr(raw.operator, '');
  return withMembers(raw, { field: textOr(raw.field, ''), operator, value: readableValue(raw.value, operator) });
}

function readableValue(value: unknown, operator: string): unknown {
  if (operator === 'in' || operator === 'not-in')
    return listIn(value, scalarOf) ?? (value === undefined ? [] : [scalarOf(value)]);
  if (operator === 'empty' || operator === 'not-empty')
    return value === undefined ? undefined : (listIn(value, scalarOf) ?? scalarOf(value));
  return scalarOf(value);
}

const scalarOf = (value: unknown): RuleScalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) ? (value as RuleScalar) : '';

/** The rules of a group; empty if the value is not a list. */
export const readableRules = (value: unknown): readonly Rule[] => listIn(value, readableRule) ?? [];

/** The connective of a group; undefined, which means AND, if the value is not a connective. */
export const readableConnective = (value: unknown): Connective | undefined =>
  value === 'AND' || value === 'OR' ? value : undefined;
