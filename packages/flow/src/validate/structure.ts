import { reentries } from '../definition/flow.ts';
import { limits } from '../definition/limits.ts';
import { stepTypes, type StepType } from '../definition/step.ts';
import { triggers } from '../definition/trigger.ts';
import { stepCheckOf } from '../steps/index.ts';
import { checkCommon } from '../steps/members.ts';
import {
  checkBoolean,
  checkInteger,
  checkList,
  checkObject,
  checkText,
  checkUnknown,
  checkWord,
  isRaw,
  type CheckSteps,
} from './members.ts';
import type { Raw, Report } from './report.ts';
import { closest } from './suggest.ts';

const flowMembers: ReadonlySet<string> = new Set(['name', 'trigger_event', 'active', 'settings', 'steps']);
const settingsMembers: ReadonlySet<string> = new Set(['stopOn', 'quietHours', 'reentry', 'withinDays']);
const quietHoursMembers: ReadonlySet<string> = new Set(['from', 'to', 'days']);

/** Checks every member of a definition (specification DEF1 to DEF8): types, limits, required content. Never throws. */
export function checkStructure(value: unknown, report: Report): void {
  if (!isRaw(value)) {
    report.add('WRONG_TYPE', undefined, { expected: 'object', got: value });
    return;
  }
  const count =
    checkText(report, value.name, 'name', { required: true, ...limits.name }) +
    checkWord(report, value.trigger_event, 'trigger_event', triggers, true) +
    checkBoolean(report, value.active, 'active') +
    checkObject(report, value.settings, 'settings', false, checkSettings) +
    checkSteps(report, value.steps, 'steps', true);
  checkUnknown(report, value, count, flowMembers, '$schema');
}

/** Checks a list of steps. The root list is checked too; only it must not be empty. */
const checkSteps: CheckSteps = (report, value, key, required) => {
  if (value === undefined) {
    if (required) report.add('REQUIRED', key);
    return 0;
  }
  if (!Array.isArray(value)) report.add('WRONG_TYPE', key, { expected: 'list', got: value });
  else if (report.keys.length === 0) checkRootSteps(report, value);
  else if (report.depth === limits.depth) {
    if (value.length > 0) report.add('TOO_DEEP', key, { max: limits.depth });
  } else {
    report.depth++;
    checkEntries(report, value, key);
    report.depth--;
  }
  return 1;
};

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
  if (!isRaw(step)) {
    report.add('WRONG_TYPE', undefined, { expected: 'object', got: step });
    return;
  }
  const { type } = step;
  const check = stepCheckOf(type);
  if (check) check(step, report, checkSteps);
  else checkUnknownStep(step, report);
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

/** Checks the common members of a step with an unknown type. */
function checkUnknownStep(step: Raw, report: Report): void {
  const { type } = step;
  checkCommon(step, report);
  if (type === undefined) report.add('REQUIRED', 'type');
  else if (typeof type !== 'string') report.add('WRONG_TYPE', 'type', { expected: 'text', got: type });
  else {
    const suggestion = otherNames.get(type.toLowerCase()) ?? closest(type, stepTypes);
    report.add('INVALID_VALUE', 'type', { got: type, accepted: stepTypes }, suggestion);
  }
}

function checkSettings(settings: Raw, report: Report): void {
  const { stopOn } = settings;
  const count =
    (Array.isArray(stopOn)
      ? checkList(report, stopOn, 'stopOn', {}, checkStopOn)
      : checkWord(report, stopOn, 'stopOn', triggers)) +
    checkObject(report, settings.quietHours, 'quietHours', false, checkQuietHours) +
    checkWord(report, settings.reentry, 'reentry', reentries) +
    checkInteger(report, settings.withinDays, 'withinDays', limits.withinDays);
  checkUnknown(report, settings, count, settingsMembers);
}

function checkStopOn(trigger: unknown, report: Report): void {
  if (typeof trigger !== 'string') report.add('WRONG_TYPE', undefined, { expected: 'text', got: trigger });
  else if (!triggers.some((accepted) => accepted === trigger)) {
    report.add('INVALID_VALUE', undefined, { got: trigger, accepted: triggers }, closest(trigger, triggers));
  }
}

function checkQuietHours(hours: Raw, report: Report): void {
  const checkDay = (day: unknown, report: Report): void => {
    if (typeof day !== 'number' || !Number.isInteger(day)) {
      report.add('WRONG_TYPE', undefined, { expected: 'integer', got: day });
    } else if (day < 0 || day > 6) report.add('OUT_OF_RANGE', undefined, { min: 0, max: 6, got: day });
  };
  // Quiet hours with equal times would never end.
  if (hours.from === hours.to && typeof hours.to === 'string') {
    report.add('INVALID_VALUE', 'to', { got: hours.to, accepted: [`≠ ${hours.to.slice(0, 5)}`] });
  }
  const count =
    checkTime(hours.from, 'from', report) +
    checkTime(hours.to, 'to', report) +
    checkList(report, hours.days, 'days', { filled: true }, checkDay);
  checkUnknown(report, hours, count, quietHoursMembers);
}

function checkTime(value: unknown, key: string, report: Report): 0 | 1 {
  const here = checkText(report, value, key, { required: true });
  if (typeof value === 'string' && value.trim() !== '' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value)) {
    report.add('INVALID_VALUE', key, { got: value, accepted: ['00:00 – 23:59'] });
  }
  return here;
}
