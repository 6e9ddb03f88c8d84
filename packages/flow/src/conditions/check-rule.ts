import { checkFilled, checkUnknown, isRaw } from '../validate/members.ts';
import type { Raw, Report } from '../validate/report.ts';
import { isConditionField, suggestField } from './fields.ts';
import { isOperator, operators, suggestOperator } from './operators.ts';

const ruleMembers: ReadonlySet<string> = new Set(['field', 'operator', 'value']);

/** Checks a rule object (specification DEF5); the report's position is the rule. */
export function checkRule(value: unknown, report: Report): void {
  if (!isRaw(value)) report.add('WRONG_TYPE', undefined, { expected: 'object', got: value });
  else {
    checkFilled(report, value);
    checkUnknown(report, value, checkComparison(value, report), ruleMembers);
  }
}

/** Checks the three members of a comparison, in a rule or in a condition that is itself a rule; returns how many are present. */
export function checkComparison(raw: Raw, report: Report): number {
  const { field, operator, value } = raw;
  if (field === undefined) report.add('REQUIRED', 'field');
  else if (typeof field !== 'string') report.add('WRONG_TYPE', 'field', { expected: 'text', got: field });
  else if (field === '') report.add('EMPTY', 'field');
  else if (!isConditionField(field)) report.add('UNKNOWN_FIELD', 'field', { got: field }, suggestField(field));
  if (operator === undefined) report.add('REQUIRED', 'operator');
  else if (typeof operator !== 'string') report.add('WRONG_TYPE', 'operator', { expected: 'text', got: operator });
  else if (operator === '') report.add('EMPTY', 'operator');
  else if (isOperator(operator)) checkValue(operator, value, report);
  else {
    report.add('UNKNOWN_OPERATOR', 'operator', { got: operator, accepted: operators }, suggestOperator(operator));
  }
  return (field === undefined ? 0 : 1) + (operator === undefined ? 0 : 1) + (value === undefined ? 0 : 1);
}

function checkValue(operator: string, value: unknown, report: Report): void {
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
