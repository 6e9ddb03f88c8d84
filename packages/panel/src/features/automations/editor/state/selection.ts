/** The slice of what is selected, and of the steps that cannot be wrong yet. */
export type SelectionState = {
  /** The id of the step whose panel is open; `trigger-0` for the trigger. */
  readonly selectedId: string | undefined;
  /** The steps of a multi-selection. */
  readonly multiSelection: ReadonlySet<string>;
  /** The step with the keyboard focus, which can differ from the step open in the panel. */
  readonly cursorId: string;
  /** New steps: their issues are not shown as errors until the user leaves their panel. */
  readonly newStepIds: ReadonlySet<string>;
  /** Whether publish was pressed. Missing values then count as problems. */
  readonly hasTriedPublishing: boolean;
};

const none: ReadonlySet<string> = new Set();

/** The selection when an editor opens. */
export const initialSelection: SelectionState = {
  selectedId: undefined,
  multiSelection: none,
  cursorId: 'trigger-0',
  newStepIds: none,
  hasTriedPublishing: false,
};

/** Opens the panel of a step, or closes it without an id. The user then has left the panels of all other steps. */
export function selected(state: SelectionState, id: string | undefined): Partial<SelectionState> {
  const { selectedId, cursorId, newStepIds } = state;
  if (id === selectedId) return {};
  const stillNew = id !== undefined && newStepIds.has(id) ? new Set([id]) : none;
  return { selectedId: id, cursorId: id ?? cursorId, newStepIds: stillNew, multiSelection: none };
}

/** Adds a step to the multi-selection, or removes it. */
export function toggled({ multiSelection }: SelectionState, id: string): Partial<SelectionState> {
  const next = new Set(multiSelection);
  if (!next.delete(id)) next.add(id);
  return { multiSelection: next };
}

/** Ends the multi-selection. */
export const withoutMultiSelection: Partial<SelectionState> = { multiSelection: none };

/** Marks a step as new, and no other. */
export const withNewStep = (id: string): Partial<SelectionState> => ({ newStepIds: new Set([id]) });

/** After publish was pressed: no step is new, and missing values count as problems. */
export const publishTried: Partial<SelectionState> = { newStepIds: none, hasTriedPublishing: true };
