import type { Flow, Operation, OperationRefusal } from '@retoma/flow';
import { noAnnouncement, type AnnouncementState } from './announcement.ts';
import { noDialog, type DialogState, type TreeDialog } from './dialog.ts';
import { cardFocused, fieldFocused, fieldNotFocused, initialFocus, type FocusState } from './focus.ts';
import { adopted, applied, openFlow, replaced, turned, type ApplyOptions, type HistoryState } from './history.ts';
import { noOverlay, type Overlay, type OverlayState } from './overlay.ts';
import {
  initialSelection,
  publishTried,
  selected,
  toggled,
  withNewStep,
  withoutMultiSelection,
  type SelectionState,
} from './selection.ts';

/** The state of an editor: its slices in one object, which is a new one after each change. */
export type EditorState = HistoryState & SelectionState & FocusState & OverlayState & DialogState & AnnouncementState;

/** The state of one editor and all that changes it, outside of React so that two changes in one event see each other. */
export type EditorStore = ReturnType<typeof createEditorStore>;

/** Creates the store of an editor with `first` as its flow. `now`: the current time in milliseconds. */
export function createEditorStore(first: Flow, now: () => number = Date.now) {
  let state: EditorState = {
    ...openFlow(first),
    ...initialSelection,
    ...initialFocus,
    ...noOverlay,
    ...noDialog,
    ...noAnnouncement,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<EditorState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const become = (next: HistoryState): void => {
    if (next.revision !== state.revision) set(next);
  };
  return {
    get: (): EditorState => state,
    /** Calls `listener` after each change; returns the unsubscribe function. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes the flow in one undo entry. All edits go through it, so that they can be undone (EDT2). */
    apply: (operations: readonly Operation[], options: ApplyOptions = {}): OperationRefusal | undefined => {
      const next = applied(state, operations, options, now());
      if ('ok' in next) return next;
      become(next);
      return undefined;
    },
    /** Replaces the flow in one undo entry. */
    replace: (flow: Flow): void => become(replaced(state, flow)),
    /** Replaces the flow by one that has the changes of another member; no undo leads back before them. */
    adopt: (flow: Flow): void => become(adopted(state, flow)),
    undo: (): void => become(turned(state, 'undo')),
    redo: (): void => become(turned(state, 'redo')),
    /** Opens the panel of a step and leaves the focus where it is; without an id, closes the panel. */
    select: (id?: string): void => {
      if (id !== state.selectedId) set({ ...selected(state, id), ...fieldNotFocused });
    },
    /** Opens the panel of a step with the focus in its first field. */
    openStep: (id: string): void => set({ ...selected(state, id), cursorId: id, ...fieldFocused(state) }),
    /** Opens the panel of a step that was just added. */
    openNewStep: (id: string, announcement: string): void =>
      set({ ...selected(state, id), ...withNewStep(id), ...fieldFocused(state), announcement }),
    /** Adds a step to the multi-selection, or removes it. */
    toggle: (id: string): void => set(toggled(state, id)),
    endMultiSelection: (): void => set(withoutMultiSelection),
    moveCursor: (cursorId: string): void => set({ cursorId }),
    /** Focuses the card of a step, by default that of the cursor, and announces what happened. */
    goTo: (id: string = state.cursorId, announcement = ''): void =>
      set({ cursorId: id, ...cardFocused(state, false), announcement }),
    /** As `goTo`, to a step that may be far away or too small to be read. */
    jumpTo: (id: string, announcement = ''): void => set({ cursorId: id, ...cardFocused(state, true), announcement }),
    /** Makes the JSON view jump to a path; without one, the jump is done. */
    goToJson: (path?: string): void => set({ jsonFocusRequest: path === undefined ? undefined : { path } }),
    /** Ends the indulgence for new steps and an empty automation. */
    tryPublishing: (): void => set(publishTried),
    show: (overlay: Overlay): void => set({ overlay }),
    hide: (): void => set(noOverlay),
    openDialog: (dialog: TreeDialog): void => set({ dialog }),
    closeDialog: (): void => set(noDialog),
  };
}
