import { walkFlow, type Flow, type Validation } from '@retoma/flow';

/** What is wrong with one step. `first` is the message that a card shows. */
export type StepProblems = { errors: number; warnings: number; first: string };

/** Problems by the id of their step, in document order; `trigger-0`: those of the automation as a whole. */
export type Problems = ReadonlyMap<string, StepProblems>;

/** Sorts what the validator says by step. */
export function problemsOf(flow: Flow, { structure, _validation: templates }: Validation): Problems {
  const found = new Map<string, StepProblems>();
  const owners = [...walkFlow(flow)].map(({ path, step }) => ({ path, id: step.id ?? path }));
  const note = (id: string, message: string, isError: boolean): void => {
    const { errors, warnings, first } = found.get(id) ?? { errors: 0, warnings: 0, first: message };
    // An error says more than the warning that came before it.
    const told = isError && errors === 0 ? message : first;
    found.set(id, { errors: errors + (isError ? 1 : 0), warnings: warnings + (isError ? 0 : 1), first: told });
  };
  for (const { path, severity, message } of structure) note(ownerOf(path, owners), message, severity === 'error');
  for (const { path, errors, warnings } of templates?.steps ?? []) {
    const id = ownerOf(path, owners);
    for (const { message } of errors) note(id, message, true);
    for (const { message } of warnings) note(id, message, false);
  }
  const order = new Map(owners.map(({ id }, index) => [id, index]));
  return new Map([...found].sort(([a], [b]) => (order.get(a) ?? -1) - (order.get(b) ?? -1)));
}

/** The innermost step whose path begins that of an issue. */
function ownerOf(path: string, owners: readonly { path: string; id: string }[]): string {
  let owner = { path: '', id: 'trigger-0' };
  for (const one of owners) {
    const holds = path === one.path || path.startsWith(`${one.path}.`) || path.startsWith(`${one.path}[`);
    if (holds && one.path.length > owner.path.length) owner = one;
  }
  return owner.id;
}
