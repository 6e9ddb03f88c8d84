import { createContext, useContext } from 'react';
import type { EditorState } from './editor-store.ts';
import type { FlowDocument } from './flow-document.ts';

/** The editor's state and document as they were painted last, or newer. */
type Deferred = { readonly state: EditorState; readonly document: FlowDocument };

/** The context of the deferred state; `EditorProvider` sets its value. */
export const DeferredContext = createContext<Deferred | undefined>(undefined);

/** The deferred state of the surrounding editor; undefined before its first paint. */
export const useDeferred = (): Deferred | undefined => useContext(DeferredContext);
