import { keysOfPath, pathOf, type Issue } from './issue.ts';
import { isRaw } from '../members/raw.ts';
import type { Code } from '../members/codes.ts';
import type { Key } from '../members/report.ts';
import type { TemplateIssue } from '../metatags/index.ts';
import type { StepTemplates, TemplateValidation } from './templates.ts';
import type { Validation } from './validate.ts';

/** An issue of a text, or of the structure around it. The latter has no metatag, and no place in a text. */
export type ReportedIssue = Omit<TemplateIssue, 'code'> & { readonly code: TemplateIssue['code'] | Code };

/** The issues of one step; of the flow itself with a null `stepId` and an empty `path`. */
export type ReportedStep = Pick<StepTemplates, 'stepId' | 'path'> & {
  errors: readonly ReportedIssue[];
  warnings: readonly ReportedIssue[];
};

/** `_validation` of an answer (DEF8): all that the editor shows of a definition, by step. */
export type ReportedValidation = Omit<TemplateValidation, 'steps'> & { steps: readonly ReportedStep[] };

/**
 * DEF8: the result of template validation with the issues of the structure, as answers report it; `definition` is what was validated.
 * Undefined in mode off. Null if no metatag validator applies to the trigger and the structure has no issue.
 */
export function reportedValidation(
  { structure, _validation: templates }: Validation,
  definition: unknown,
): ReportedValidation | null | undefined {
  if (templates === undefined) return undefined;
  if (structure.length === 0) return templates;
  const steps = new Map<string, ReportedStep>(templates?.steps.map((step) => [step.path, step]));
  for (const issue of structure) {
    const { stepId, path, member } = stepOf(definition, issue);
    const { errors, warnings } = steps.get(path) ?? { errors: [], warnings: [] };
    const own = reported(issue, member);
    const isError = issue.severity === 'error';
    steps.set(path, {
      stepId,
      path,
      errors: isError ? [...errors, own] : errors,
      warnings: isError ? warnings : [...warnings, own],
    });
  }
  const totalErrors = [...steps.values()].reduce((sum, { errors }) => sum + errors.length, 0);
  const totalWarnings = [...steps.values()].reduce((sum, { warnings }) => sum + warnings.length, 0);
  return { valid: totalErrors === 0, totalErrors, totalWarnings, steps: [...steps.values()] };
}

function reported({ code, message, suggestion }: Issue, member: string): ReportedIssue {
  return { code, metatag: null, member, message, ...(suggestion !== undefined && { suggestion }), start: 0, end: 0 };
}

/** The innermost step of an issue, and the issue's member in it, which is inside `data` as in template issues. */
function stepOf(definition: unknown, { path }: Issue): { stepId: string | null; path: string; member: string } {
  const keys = keysOfPath(path);
  let value: unknown = definition;
  let length = 0;
  let id: unknown;
  for (const [index, key] of keys.entries()) {
    value = memberOf(value, key);
    if (typeof key !== 'number' || !isList(keys[index - 1]) || !isRaw(value)) continue;
    length = index + 1;
    id = value.id;
  }
  const pathOfStep = pathOf(keys.slice(0, length));
  const member = pathOf(keys.slice(length)).replace(/^data\.(?=.)/, '');
  return { stepId: typeof id === 'string' ? id : null, path: pathOfStep, member };
}

const isList = (key: Key | undefined): boolean =>
  typeof key === 'string' && /^(?:steps|if_true|if_false|on[A-Z]\w*)$/.test(key);

const memberOf = (value: unknown, key: Key): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<Key, unknown>)[key]
    : undefined;
