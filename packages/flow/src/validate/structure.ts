import { flowTable } from '../definition/flow.ts';
import { limits } from '../members/limits.ts';
import { compile } from '../members/compile.ts';
import { invalidValue, wrongType } from '../members/value-issues.ts';
import { oneOf, required, scalar, table, type ValueIssue } from '../members/member.ts';
import { stepTypes, type StepType } from '../steps/step.ts';
import { commonMembers } from '../steps/members.ts';
import { stepTables } from '../steps/tables.ts';
import { isRaw } from '../members/raw.ts';
import type { Key, Report } from '../members/report.ts';
import { closest } from '../members/closest.ts';

/** Checks every member of a definition (specification DEF1 to DEF8): types, limits, required content. Never throws. */
export function checkStructure(value: unknown, report: Report): void {
  if (isRaw(value)) checkFlow(value, report);
  else report.add('WRONG_TYPE', undefined, { expected: 'object', got: value });
}

/** Checks a list of steps. The root list is checked too; only it must not be empty. */
function checkSteps(value: unknown, key: Key, report: Report): void {
  if (!Array.isArray(value)) report.add('WRONG_TYPE', key, { expected: 'list', got: value });
  else if (report.keys.length === 0) checkRootSteps(report, value);
  else if (report.depth === limits.depth) {
    if (value.length > 0) report.add('TOO_DEEP', key, { max: limits.depth });
  } else {
    report.depth++;
    checkEntries(report, value, key);
    report.depth--;
  }
}

function checkRootSteps(report: Report, steps: readonly unknown[]): void {
  if (steps.length === 0) report.add('EMPTY', 'steps');
  if (steps.length > limits.rootSteps.max) {
    report.add('TOO_MANY_STEPS', 'steps', { scope: 'root', max: limits.rootSteps.max });
  }
  checkEntries(report, steps, 'steps');
  if (report.steps > limits.allSteps && steps.length <= limits.allSteps) {
    report.addAt(['steps'], 'TOO_MANY_STEPS', { scope: 'automation', max: limits.allSteps });
  }
}

/** Steps beyond the limit of 500 are not checked (DEF2), since the definition is refused anyway. */
function checkEntries(report: Report, steps: readonly unknown[], key: string | number): void {
  const { keys } = report;
  keys.push(key, 0);
  for (let index = 0; index < steps.length; index++) {
    if (++report.steps > limits.allSteps) break;
    keys[keys.length - 1] = index;
    checkStep(steps[index], report);
  }
  keys.length -= 2;
}

function checkStep(step: unknown, report: Report): void {
  if (isRaw(step)) checkAnyStep(step, report);
  else report.add('WRONG_TYPE', undefined, { expected: 'object', got: step });
}

/** Names that other tools, and models, use for our kinds of step. */
const otherNames: ReadonlyMap<string, StepType> = new Map([
  ['wait', 'delay'],
  ['sleep', 'delay'],
  ['timer', 'delay'],
  ['espera', 'delay'],
  ['message', 'action'],
  ['send', 'action'],
  ['send_whatsapp', 'action'],
  ['send_email', 'action'],
  ['send_sms', 'action'],
  ['webhook', 'action'],
  ['if', 'condition'],
  ['branch', 'condition'],
  ['switch', 'condition'],
  ['repeat', 'loop'],
  ['stop', 'end'],
  ['finish', 'end'],
  ['exit', 'end'],
  ['fim', 'end'],
]);

function typeIssue(type: unknown): ValueIssue {
  if (typeof type !== 'string') return wrongType('text', type);
  return invalidValue(type, stepTypes, otherNames.get(type.toLowerCase()) ?? closest(type, stepTypes));
}

/** Of a step of an unknown type the common members are checked. */
const unknownStep = table({}, { ...commonMembers, type: required(scalar(typeIssue, {})) }, { isOpen: true });

const checkAnyStep = compile(oneOf('type', stepTables, unknownStep), checkSteps);
const checkFlow = compile(flowTable, checkSteps);
