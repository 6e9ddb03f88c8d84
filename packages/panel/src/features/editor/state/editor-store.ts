import {
  historyOf,
  isFlat,
  mapFlow,
  perform,
  readableFlow,
  redo,
  toNested,
  undo,
  undoLimit,
  withBranchLists,
  withIds,
  type Flow,
  type History,
  type Operation,
  type OperationRefusal,
  type Placement,
} from '@retoma/flow';
import type { Overlay } from './flow-document.ts';

/** Milliseconds. Keystrokes in one field with a shorter pause between them share one undo entry. */
const typingPause = 800;

/** A dialog over the tree. `anchor`: the position of the button that opened it, in window pixels. */
type Dialog =
  | { kind: 'insert'; slot: Placement; anchor?: { x: number; y: number } }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'move'; id: string }
  | { kind: 'find' }
  | { kind: 'keys' };

/** The state of an editor's document; a new object for each change. */
export type DocumentState = {
  /** `history.flow` is the definition as saved, which may be JSON of any shape. */
  history: History;
  /** `history.flow` in readable form (EDT9). */
  flow: Flow;
  revision: number;
  /**
   * The last revision that changed the content of fields: by typing, undo, redo or a replaced flow. Fields must not show an older revision,
   * because typing into an outdated field would restore its old text.
   */
  written: number;
  selected: string | undefined;
  /** The steps of a multi-selection. */
  multiSelection: ReadonlySet<string>;
  /** The step with the keyboard focus, which can differ from the step open in the panel. */
  current: string;
  /** Increases when the card of `current` should take the focus. */
  focusing: number;
  /** New steps: their issues are not shown as errors until the user leaves their panel. */
  fresh: ReadonlySet<string>;
  /** Whether publish was pressed. Missing values then count as problems. */
  hasTriedPublishing: boolean;
  overlay: Overlay | undefined;
  dialog: Dialog | undefined;
  /** Increases when the first field of the panel should take the focus; 0: it should not. */
  opening: number;
  /** The path that the JSON view jumps to; a new object repeats the jump. */
  jsonPath: { readonly path: string } | undefined;
  /** The effect of the last edit, for screen readers. */
  announcement: string;
};

/** The document of one editor, outside of React so that two changes in one event see each other. */
export type DocumentStore = {
  get: () => DocumentState;
  set: (change: Partial<DocumentState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** `typing`: the edited field. `alsoInFields`: fields show the change at once. */
  apply: (operations: readonly Operation[], typing?: string, alsoInFields?: boolean) => OperationRefusal | undefined;
  replace: (flow: Flow) => void;
  turn: (direction: 'undo' | 'redo') => void;
};

/** An id for a new step. */
export const newStepId = (): string => `step-${crypto.randomUUID().slice(0, 8)}`;

/** The nested flow that operations edit; undefined if nesting would change what runs (EDT3). */
function toEditable(flow: Flow): Flow | undefined {
  if (editableFlows.has(flow)) return editableFlows.get(flow);
  const nested = isFlat(flow) ? toNested(flow) : { ok: true as const, flow };
  const made = nested.ok ? nested.flow : undefined;
  editableFlows.set(flow, made);
  return made;
}

const editableFlows = new WeakMap<Flow, Flow | undefined>();

/** The flow to draw: the editable flow, or the original if there is none. */
export const toRenderable = (flow: Flow): Flow => toEditable(flow) ?? flow;

/** The definition that operations change. Unreadable parts are kept; branches without a list of steps get an empty one. */
const changeable = (definition: Flow): Flow =>
  readableFlow(definition) === definition ? toRenderable(definition) : mapFlow(definition, withBranchLists);

/** Whether operations can change a definition: it is nested or can be nested (EDT3). */
export const canChange = (definition: Flow): boolean => !isFlat(changeable(definition));

/** The definition to validate: as if it were switched on, because it can be published. A definition without `active` stays unchanged. */
export const asPublished = (definition: Flow): Flow =>
  definition.active === false ? { ...definition, active: true } : definition;

/** Creates the store of a document. Steps without an id get one, which does not count as a change by the merchant. */
export function createDocumentStore(first: Flow, now: () => number = Date.now): DocumentStore {
  const history = historyOf(withIds(first, newStepId));
  let state: DocumentState = {
    history,
    flow: readableFlow(history.flow),
    revision: 0,
    written: 0,
    selected: undefined,
    multiSelection: new Set(),
    current: 'trigger-0',
    focusing: 0,
    fresh: new Set(),
    hasTriedPublishing: false,
    overlay: undefined,
    dialog: undefined,
    opening: 0,
    jsonPath: undefined,
    announcement: '',
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<DocumentState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const become = (history: History, alsoInFields = false): void => {
    if (history.flow === state.history.flow) return;
    const revision = state.revision + 1;
    set({ history, flow: readableFlow(history.flow), revision, ...(alsoInFields && { written: revision }) });
  };
  return {
    get: () => state,
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    apply(operations, field, alsoInFields) {
      const { history } = state;
      const nested = changeable(history.flow);
      const typing = field === undefined ? {} : { typing: { field, at: now(), pause: typingPause } };
      const isConverted = nested !== history.flow;
      const from = isConverted ? historyOf(nested) : history;
      const done = perform(from, operations, newStepId, { accept: 'unfinished', ...typing });
      if (!done.ok) return done;
      become(isConverted ? replaced(history, done.history.flow) : done.history, alsoInFields);
      return undefined;
    },
    replace: (flow) => become(replaced(state.history, withIds(flow, newStepId)), true),
    turn(direction) {
      const turned = direction === 'undo' ? undo(state.history) : redo(state.history);
      if (turned.ok) become(turned.history, true);
    },
  };
}

/** A history with another flow as its latest entry. The inverse of the entry is the whole previous flow. */
function replaced(history: History, flow: Flow): History {
  const entry = { inverse: [{ at: [], value: history.flow }] };
  return { flow, undo: [...history.undo, entry].slice(-undoLimit), redo: [] };
}
