import type { Flow } from '@retoma/flow';
import { createContext, useContext } from 'react';
import type { CheckResult } from './check-flow.ts';

/** The automation in the editor, to read; the store of the editor changes it. */
export type FlowDocument = {
  /** The flow in readable form: every member has its type, whatever JSON was saved (EDT9). */
  readonly flow: Flow;
  /** The definition as saved. */
  readonly definition: Flow;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The latest validation. It follows changes with a delay. */
  readonly checked: CheckedFlow;
  /** Why the document is read-only: no permission, or a flat flow without an equivalent nested one (EDT3). */
  readonly locked: 'reader' | 'flat' | undefined;
};

/**
 * A flow and the result of its check. All paths are those of this flow: an older one than the document's after a change, and an empty one
 * before the first check.
 */
export type CheckedFlow = CheckResult & { readonly flow: Flow };

/** The context of the editor's document; `EditorProvider` sets its value. */
export const DocumentContext = createContext<FlowDocument | undefined>(undefined);

/** The document of the surrounding editor. Throws outside of one. */
export function useFlowDocument(): FlowDocument {
  const document = useContext(DocumentContext);
  if (!document) throw new Error('there is no document around');
  return document;
}
