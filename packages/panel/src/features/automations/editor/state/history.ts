import {
  historyOf,
  perform,
  readableFlow,
  redo,
  undo,
  undoLimit,
  withIds,
  type Flow,
  type History,
  type Operation,
  type OperationRefusal,
} from '@retoma/flow';
import { changeable, newStepId } from './editable-flow.ts';

/** Milliseconds. Keystrokes in one field with a shorter pause between them share one undo entry. */
const typingPause = 800;

/** The slice of the flow and its undo entries. */
export type HistoryState = {
  /** `history.flow` is the definition as saved, which may be JSON of any shape. */
  readonly history: History;
  /** `history.flow` in readable form (EDT9). */
  readonly flow: Flow;
  /** Increases with each change of the flow, including undo and redo. */
  readonly revision: number;
  /**
   * The last revision that changed the content of fields: by typing, undo, redo or a replaced flow. Fields must not show an older revision,
   * because typing into an outdated field would restore its old text.
   */
  readonly fieldRevision: number;
};

/** `typing`: the edited field, whose keystrokes extend one undo entry. `fieldsMayLag`: fields may show the change later than the tree. */
export type ApplyOptions = { readonly typing?: string; readonly fieldsMayLag?: boolean };

/** The slice of an opened flow. Steps without an id get one, which does not count as a change by the merchant. */
export function openFlow(first: Flow): HistoryState {
  const history = historyOf(withIds(first, newStepId));
  return { history, flow: readableFlow(history.flow), revision: 0, fieldRevision: 0 };
}

function withHistory(state: HistoryState, history: History, fieldsMayLag = false): HistoryState {
  if (history.flow === state.history.flow) return state;
  const revision = state.revision + 1;
  const fieldRevision = fieldsMayLag ? state.fieldRevision : revision;
  return { history, flow: readableFlow(history.flow), revision, fieldRevision };
}

/** Changes the flow in one undo entry. `at`: the current time in milliseconds. A refusal changes nothing. */
export function applied(
  state: HistoryState,
  operations: readonly Operation[],
  { typing: field, fieldsMayLag }: ApplyOptions,
  at: number,
): HistoryState | OperationRefusal {
  const { history } = state;
  const nested = changeable(history.flow);
  const isConverted = nested !== history.flow;
  const typing = field === undefined ? {} : { typing: { field, at, pause: typingPause } };
  const from = isConverted ? historyOf(nested) : history;
  const done = perform(from, operations, newStepId, { accept: 'unfinished', ...typing });
  if (!done.ok) return done;
  return withHistory(state, isConverted ? replacedIn(history, done.history.flow) : done.history, fieldsMayLag);
}

/** Replaces the flow in one undo entry. */
export const replaced = (state: HistoryState, flow: Flow): HistoryState =>
  withHistory(state, replacedIn(state.history, withIds(flow, newStepId)));

/** Replaces the flow by one with changes of another member. Earlier entries end: undoing them would undo those changes too. */
export const adopted = (state: HistoryState, flow: Flow): HistoryState =>
  withHistory(state, { flow: withIds(flow, newStepId), undo: [], redo: [] });

/** Undoes or redoes one entry; without one, the state stays. */
export function turned(state: HistoryState, direction: 'undo' | 'redo'): HistoryState {
  const done = direction === 'undo' ? undo(state.history) : redo(state.history);
  return done.ok ? withHistory(state, done.history) : state;
}

/** A history with another flow as its latest entry. The inverse of the entry is the whole previous flow. */
function replacedIn(history: History, flow: Flow): History {
  const entry = { inverse: [{ at: [], value: history.flow }] };
  return { flow, undo: [...history.undo, entry].slice(-undoLimit), redo: [] };
}
