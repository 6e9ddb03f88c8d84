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

/** Typing in one field with less than this between two keys is one entry of undo; in milliseconds. */
const typingPause = 800;

/** A dialog over the tree. `anchor`: the position of the button that opened it, in pixels of the window. */
type Dialog =
  | { kind: 'insert'; slot: Placement; anchor?: { x: number; y: number } }
  | { kind: 'remove'; ids: readonly string[] }
  | { kind: 'move'; id: string }
  | { kind: 'find' }
  | { kind: 'keys' };

/** The state of an editor's document; a new object for each change. */
export type DocumentState = {
  /** Its flow is the definition as it is saved, which may be JSON of any shape. */
  history: History;
  /** That definition as it is read (EDT9). */
  flow: Flow;
  revision: number;
  /**
   * The revision that a field wrote last, or that was put in place of what it showed: fields must not show what was before it, since
   * typing into an outdated field would bring the old text back.
   */
  written: number;
  selected: string | undefined;
  /** The steps of a multi-selection. */
  multiSelection: ReadonlySet<string>;
  /** The step with the keyboard focus, which can differ from the step open in the panel. */
  current: string;
  /** Grows when the card of `current` should take the focus. */
  focusing: number;
  /** Steps that were just made: nothing is held against them until their panel was left once. */
  fresh: ReadonlySet<string>;
  /** Whether publishing was pressed: from then on what is missing is a problem. */
  hasTriedPublishing: boolean;
  overlay: Overlay | undefined;
  dialog: Dialog | undefined;
  /** Grows when the first field of the panel should take the focus; 0: it should not. */
  opening: number;
  /** The path that the JSON view goes to; a new object goes there again. */
  jsonPath: { readonly path: string } | undefined;
  /** What the last edit did, for screen readers. */
  announcement: string;
};

/** The document of one editor, outside of React so that two changes in one event see each other. */
export type DocumentStore = {
  get: () => DocumentState;
  set: (change: Partial<DocumentState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** `typing`: the field that is typed in. `alsoInFields`: fields show it at once, as what they wrote themselves. */
  apply: (operations: readonly Operation[], typing?: string, alsoInFields?: boolean) => OperationRefusal | undefined;
  replace: (flow: Flow) => void;
  turn: (direction: 'undo' | 'redo') => void;
};

/** An id for a step that is made here. */
export const newStepId = (): string => `step-${crypto.randomUUID().slice(0, 8)}`;

/** The flow as it is edited and drawn: nested, wherever that changes nothing of what runs (EDT3). */
function toEditable(flow: Flow): Flow | undefined {
  if (editableFlows.has(flow)) return editableFlows.get(flow);
  const nested = isFlat(flow) ? toNested(flow) : { ok: true as const, flow };
  const made = nested.ok ? nested.flow : undefined;
  editableFlows.set(flow, made);
  return made;
}

const editableFlows = new WeakMap<Flow, Flow | undefined>();

/** The flow as it is drawn: as it is edited, and as it is written where it cannot be. */
export const toRenderable = (flow: Flow): Flow => toEditable(flow) ?? flow;

/** A definition as operations change it. Of what cannot be read in it nothing is lost: only branches without a list get one. */
const changeable = (definition: Flow): Flow =>
  readableFlow(definition) === definition ? toRenderable(definition) : mapFlow(definition, withBranchLists);

/** Whether operations can change a definition: it is nested, or can be (EDT3). */
export const canChange = (definition: Flow): boolean => !isFlat(changeable(definition));

/**
 * A definition as it is checked: as if it were switched on, since it is to be published. A definition without the member stays unchanged.
 */
export const asPublished = (definition: Flow): Flow =>
  definition.active === false ? { ...definition, active: true } : definition;

/** Begins a document. Steps without an id get one, which is no change of the merchant's. */
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

/** A history with another flow as its latest entry: its inverse is the whole flow before it. */
function replaced(history: History, flow: Flow): History {
  const entry = { inverse: [{ at: [], value: history.flow }] };
  return { flow, undo: [...history.undo, entry].slice(-undoLimit), redo: [] };
}
