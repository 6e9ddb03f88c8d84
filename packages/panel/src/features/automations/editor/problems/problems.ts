import { localized } from '@retoma/commerce/locale';
import { walkFlow, type Fix, type Flow, type Mode } from '@retoma/flow';
import { describeStep, describeTrigger } from '../../../../diagram/cards/step-text.ts';
import type { Locale } from '../../../../ui/locale.tsx';
import type { CheckedFlow } from '../state/flow-document.ts';
import { isIncomplete } from '../state/problems.ts';

/** One error or warning, its position, and the operations that fix it. */
export type Problem = {
  key: string;
  /** The validator's code. */
  code: string;
  /** `structure` prevents publishing, `template` may prevent activation, `warning` prevents nothing. */
  weight: 'structure' | 'template' | 'warning';
  message: string;
  /** The path in the definition: `steps[1].branches[0].conditions[0]`; '' for all of it. */
  path: string;
  /** `trigger-0` if the problem belongs to no step. */
  stepId: string;
  stepName: string;
  fix?: Fix;
  /** The step is untouched, and the problem is a missing value or a warning: it is not counted. */
  isUntouched: boolean;
};

/** All issues of a checked flow. Errors come first, issues of untouched steps last, each in document order. */
export function listProblems(
  { flow, issues: { structure, _validation }, fixes }: CheckedFlow,
  locale: Locale,
  isUntouched: (stepId: string) => boolean = () => false,
): Problem[] {
  if (structure.length === 0 && !_validation?.steps.length) return [];
  const locationOf = locationFinder(flow, locale);
  const fixAt = (code: string, paths: readonly string[]): Fix | undefined =>
    fixes.find((fix) => fix.code === code && paths.includes(fix.path));
  const found: Omit<Problem, 'key' | 'isUntouched'>[] = structure.map((issue) => {
    const { path, code, severity, message } = issue;
    const fix = fixAt(code, [path]);
    return {
      code,
      weight: severity === 'error' ? 'structure' : 'warning',
      message,
      path,
      ...locationOf(path),
      ...(fix && { fix }),
    };
  });
  for (const { path, errors, warnings } of _validation?.steps ?? []) {
    for (const [weight, issues] of [
      ['template', errors],
      ['warning', warnings],
    ] as const) {
      for (const { code, member, message } of issues) {
        const fix = fixAt(code, [path, `${path}.data.${member}`]);
        const memberPath = `${path}.data.${member}`;
        found.push({ code, weight, message, path: memberPath, ...locationOf(path), ...(fix && { fix }) });
      }
    }
  }
  const order = { structure: 0, template: 1, warning: 2 };
  const isQuiet = ({ weight, stepId, code }: (typeof found)[number]): boolean =>
    isUntouched(stepId) && (weight === 'warning' || isIncomplete(code));
  const rank = (problem: (typeof found)[number]): number => order[problem.weight] + (isQuiet(problem) ? 3 : 0);
  return found
    .toSorted((one, other) => rank(one) - rank(other))
    .map((problem, index) => ({
      ...problem,
      key: `${index} ${problem.stepId}`,
      isUntouched: isQuiet(problem),
    }));
}

/** Finds the step that a path leads to or into. */
function locationFinder(flow: Flow, locale: Locale): (path: string) => Pick<Problem, 'stepId' | 'stepName'> {
  const steps = new Map([...walkFlow(flow)].map(({ path, step }) => [path, step]));
  return (path) => {
    for (let at = path; at !== ''; at = at.replace(/(?:^|\.)[^.]*$/, '')) {
      const step = steps.get(at);
      if (step) return { stepId: step.id ?? at, stepName: describeStep(step, locale).name };
    }
    // A problem of the automation itself, such as its name or the number of steps.
    const isOfTrigger = path.startsWith('trigger') || path.startsWith('settings');
    const ofAll = localized('Automação', 'Automation')[locale];
    return { stepId: 'trigger-0', stepName: isOfTrigger ? describeTrigger(flow.trigger_event, locale).name : ofAll };
  };
}

/** Whether a problem is only a missing value: grey, until the user left the step or pressed publish. */
export const isTodo = ({ code, isUntouched }: Problem): boolean => isUntouched && isIncomplete(code);

/** Reminders that can reach a contact who has paid (DEF7): publishing them requires a confirmation, but is not refused. */
export const paidReminders = (problems: readonly Problem[]): Problem[] =>
  problems.filter(({ code }) => code === 'REMINDER_AFTER_PAYMENT');

/** The problems that block publishing. Template problems block only in mode `block` if the automation becomes active (DEF8). */
export const blocking = (problems: readonly Problem[], mode: Mode, active: boolean): Problem[] =>
  problems.filter(({ weight }) => weight === 'structure' || (weight === 'template' && mode === 'block' && active));
