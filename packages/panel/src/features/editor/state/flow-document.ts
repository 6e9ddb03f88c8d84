import type { Flow, Operation, OperationRefusal, Placement, Validation } from '@retoma/flow';
import { createContext, useContext } from 'react';
import type { Highlights } from '../../../diagram/metrics/highlights.ts';

/** A read-only replacement for the document in the diagram; without `flow`, highlights on the document itself. */
export type Overlay = { flow?: Flow; highlights: Highlights };

/** The automation in the editor. All changes go through `apply`, so that they can be undone (EDT2). */
export type FlowDocument = {
  /** The flow in readable form: every member has its type, whatever JSON was saved (EDT9). */
  flow: Flow;
  /** The definition as saved. */
  definition: Flow;
  /** The id of the step whose panel is open; `trigger-0` for the trigger. */
  selected: string | undefined;
  /** Selects a step; without an id, clears the selection. */
  select: (id?: string) => void;
  /** Changes the flow in one undo entry. `typing` names the edited field: its keystrokes extend one entry. */
  apply: (operations: readonly Operation[], options?: { typing?: string }) => OperationRefusal | undefined;
  /** Replaces the flow in one undo entry. */
  replace: (flow: Flow) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** The validation in the merchant's language, in mode `block`, as if the automation were active. It follows changes with a delay. */
  issues: Validation;
  /** Why the document is read-only: no permission, or a flat flow without an equivalent nested one (EDT3). */
  locked: 'reader' | 'flat' | undefined;
  /** Increases with each change of the flow, including undo and redo. */
  revision: number;
  /** Opens the menu of new steps for a slot. */
  insertAt: (slot: Placement) => void;
  /** What is shown over the document: a proposal, a comparison, or the path of a test. */
  overlay: Overlay | undefined;
  show: (overlay?: Overlay) => void;
};

/** The context of the editor's document; `DocumentProvider` sets its value. */
export const DocumentContext = createContext<FlowDocument | undefined>(undefined);

/** The document of the surrounding editor. Throws outside of one. */
export function useFlowDocument(): FlowDocument {
  const document = useContext(DocumentContext);
  if (!document) throw new Error('there is no document around');
  return document;
}
