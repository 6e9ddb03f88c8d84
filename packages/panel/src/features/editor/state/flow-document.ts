import type { Flow, Operation, OperationRefusal, Placement, Validation } from '@retoma/flow';
import { createContext, useContext } from 'react';
import type { Highlights } from '../../../diagram/metrics/highlights.ts';

/** What the diagram shows in place of the document, read-only; without `flow` the document itself, with marks on it. */
export type Overlay = { flow?: Flow; highlights: Highlights };

/** The automation that is being edited. Whatever changes it goes through `apply`, so that it can be undone (EDT2). */
export type FlowDocument = {
  /** The flow as read: every member has its type, whatever JSON was saved (EDT9). */
  flow: Flow;
  /** As it is saved. */
  definition: Flow;
  /** The id of the step whose panel is open; `trigger-0` for the trigger. */
  selected: string | undefined;
  /** Selects a step, or none. */
  select: (id?: string) => void;
  /** Changes the flow, as one entry of undo; `typing` names the field that is typed in: its keystrokes extend one entry. */
  apply: (operations: readonly Operation[], options?: { typing?: string }) => OperationRefusal | undefined;
  /** Puts another flow in its place, as one entry of undo. */
  replace: (flow: Flow) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** The validation in the merchant's language, mode block, as if the automation were active; follows typing with a delay. */
  issues: Validation;
  /** Why nothing can be changed here: no permission, or a flat flow without a faithful nested one (EDT3). */
  locked: 'reader' | 'flat' | undefined;
  /** Grows with each change of the flow, undo and redo included. */
  revision: number;
  /** Opens the choice of a new step for a place. */
  insertAt: (slot: Placement) => void;
  /** What is shown over the document: a proposal, a comparison, the path of a test. */
  overlay: Overlay | undefined;
  show: (overlay?: Overlay) => void;
};

/** Holds the document of an editor; `DocumentProvider` fills it. */
export const DocumentContext = createContext<FlowDocument | undefined>(undefined);

/** The document of the editor around. */
export function useFlowDocument(): FlowDocument {
  const document = useContext(DocumentContext);
  if (!document) throw new Error('there is no document around');
  return document;
}
