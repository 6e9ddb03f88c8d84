import { walkFlow, type Flow, type Validation } from '@retoma/flow';

/** The issues of one step, and the number of empty fields of an untouched step. `first`: the message on its card. */
export type StepProblems = { errors: number; warnings: number; todo: number; first: string };

/** Problems by step id, in document order; `trigger-0`: the problems of the automation as a whole. */
export type Problems = ReadonlyMap<string, StepProblems>;

const incompleteCodes: ReadonlySet<string> = new Set(['REQUIRED', 'EMPTY', 'TOO_SHORT', 'EMPTY_TEMPLATE']);

/** Whether an issue only reports a missing value. */
export const isIncomplete = (code: string): boolean => incompleteCodes.has(code);

/** Removes duplicates from a validation: an empty text that is reported as a missing field is not reported again as an empty template. */
export function withoutRepeats(validation: Validation): Validation {
  const { structure, _validation: templates } = validation;
  if (!templates) return validation;
  const missing = new Set(structure.filter(({ code }) => isIncomplete(code)).map(({ path }) => path));
  const steps = templates.steps.map((step) => ({
    ...step,
    warnings: step.warnings.filter(
      ({ code, member }) =>
        code !== 'EMPTY_TEMPLATE' || ![...missing].some((path) => path.startsWith(`${step.path}.data.${member}`)),
    ),
  }));
  return { ...validation, _validation: { ...templates, steps } };
}

/** Groups validation issues by step. Of an untouched step missing fields are no errors, and warnings do not count. */
export function problemsByStep(
  flow: Flow,
  { structure, _validation: templates }: Validation,
  isUntouched: (id: string) => boolean = () => false,
): Problems {
  const found = new Map<string, StepProblems>();
  const owners = new Map(walkFlow(flow).map(({ path, step }) => [path, step.id ?? path]));
  const note = (id: string, { code, message }: { code: string; message: string }, isError: boolean): void => {
    const before = found.get(id) ?? { errors: 0, warnings: 0, todo: 0, first: message };
    if (isUntouched(id) && (!isError || isIncomplete(code))) {
      if (isIncomplete(code)) found.set(id, { ...before, todo: before.todo + 1 });
      return;
    }
    const { errors, warnings, first } = before;
    // The first error replaces an earlier warning.
    const firstMessage = isError && errors === 0 ? message : first;
    const counted = { errors: errors + (isError ? 1 : 0), warnings: warnings + (isError ? 0 : 1) };
    found.set(id, { ...before, ...counted, first: firstMessage });
  };
  for (const issue of structure) note(ownerOf(issue.path, owners), issue, issue.severity === 'error');
  for (const { path, errors, warnings } of templates?.steps ?? []) {
    const id = ownerOf(path, owners);
    for (const issue of errors) note(id, issue, true);
    for (const issue of warnings) note(id, issue, false);
  }
  const order = new Map([...owners.values()].map((id, index) => [id, index]));
  return new Map([...found].sort(([a], [b]) => (order.get(a) ?? -1) - (order.get(b) ?? -1)));
}

/** The id of the innermost step that a path leads to or into. */
function ownerOf(path: string, owners: ReadonlyMap<string, string>): string {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const id = owners.get(at);
    if (id !== undefined) return id;
  }
  return 'trigger-0';
}
