import { invalidValue, wrongType } from '../members/value-issues.ts';
import { required, scalar, table, word, type ValueIssue } from '../members/member.ts';
import type { Raw, Report } from '../members/report.ts';
import { isConditionField, suggestField, type ConditionField } from './fields.ts';
import { isOperator, operators, suggestOperator, type Operator } from './operators.ts';

/** A value with which a rule compares a field. */
export type RuleScalar = string | number | boolean | null;

/** One comparison (specification DEF5). `in` and `not-in` take a list, `empty` and `not-empty` need no value. */
export type Rule =
  | { field: ConditionField; operator: 'in' | 'not-in'; value: readonly RuleScalar[] }
  | { field: ConditionField; operator: 'empty' | 'not-empty'; value?: RuleScalar | readonly RuleScalar[] }
  | {
      field: ConditionField;
      operator: Exclude<Operator, 'in' | 'not-in' | 'empty' | 'not-empty'>;
      value: RuleScalar;
    };

/** How the rules of one group combine. */
export const connectives = ['AND', 'OR'] as const;

/** How the rules of one group combine. */
export type Connective = (typeof connectives)[number];

/** How the rules of a group combine; by default AND. */
export const connective = word(connectives, { default: 'AND', title: 'Todas as regras (AND) ou alguma (OR)' });

/** The members of a comparison, in a rule or in a condition that is itself a rule. */
export const comparison = {
  field: required(scalar<ConditionField>(fieldIssue, { $ref: '#/$defs/field' })),
  operator: required(scalar<Operator>(operatorIssue, { $ref: '#/$defs/operator' }, { also: checkValue })),
  value: scalar<RuleScalar | readonly RuleScalar[]>(() => undefined, {}),
};

/** The table of a rule (specification DEF5). */
export const ruleTable = table({ title: 'Regra' }, comparison, { filled: true, ref: 'rule' });

function fieldIssue(field: unknown): ValueIssue | undefined {
  if (typeof field !== 'string') return wrongType('text', field);
  if (field === '') return { code: 'EMPTY' };
  return isConditionField(field) ? undefined : unknownField(field);
}

function unknownField(got: string): ValueIssue {
  const suggestion = suggestField(got);
  return { code: 'UNKNOWN_FIELD', values: { got }, ...(suggestion !== undefined && { suggestion }) };
}

function operatorIssue(operator: unknown): ValueIssue | undefined {
  if (typeof operator !== 'string') return wrongType('text', operator);
  if (operator === '') return { code: 'EMPTY' };
  if (isOperator(operator)) return undefined;
  return { ...invalidValue(operator, operators, suggestOperator(operator)), code: 'UNKNOWN_OPERATOR' };
}

function checkValue({ operator, value }: Raw, report: Report): void {
  if (typeof operator !== 'string' || !isOperator(operator)) return;
  if (operator === 'empty' || operator === 'not-empty') {
    if (Array.isArray(value)) value.forEach((entry, index) => checkScalar(entry, index, report));
    else if (value !== undefined) checkScalar(value, undefined, report);
  } else if (value === undefined) report.add('REQUIRED', 'value');
  else if (operator !== 'in' && operator !== 'not-in') checkScalar(value, undefined, report);
  else if (Array.isArray(value)) value.forEach((entry, index) => checkScalar(entry, index, report));
  else {
    const suggestion =
      typeof value === 'string' || typeof value === 'number' ? JSON.stringify([value]).slice(0, 80) : undefined;
    report.add('WRONG_TYPE', 'value', { expected: 'list', got: value }, suggestion);
  }
}

function checkScalar(value: unknown, index: number | undefined, report: Report): void {
  if (value === null || (typeof value !== 'object' && value !== undefined)) return;
  report.add('WRONG_TYPE', index === undefined ? 'value' : ['value', index], { expected: 'scalar', got: value });
}
