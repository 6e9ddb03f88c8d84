import type { Flow, Validation } from '@retoma/flow';
import { createContext, useContext } from 'react';

/** The automation in the editor, to read; the store of the editor changes it. */
export type FlowDocument = {
  /** The flow in readable form: every member has its type, whatever JSON was saved (EDT9). */
  readonly flow: Flow;
  /** The definition as saved. */
  readonly definition: Flow;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The validation in the merchant's language, in mode `block`, as if the automation were active. It follows changes with a delay. */
  readonly issues: Validation;
  /** Why the document is read-only: no permission, or a flat flow without an equivalent nested one (EDT3). */
  readonly locked: 'reader' | 'flat' | undefined;
};

/** The context of the editor's document; `EditorProvider` sets its value. */
export const DocumentContext = createContext<FlowDocument | undefined>(undefined);

/** The document of the surrounding editor. Throws outside of one. */
export function useFlowDocument(): FlowDocument {
  const document = useContext(DocumentContext);
  if (!document) throw new Error('there is no document around');
  return document;
}
