import { validateFlow, type Flow, type Validation } from '@retoma/flow';
import {
  createContext,
  startTransition,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { afterPicture } from './after-picture.ts';
import { DocumentContext, type FlowDocument } from './flow-document.ts';
import { asPublished, canChange, createDocumentStore, type DocumentState, type DocumentStore } from './editor-store.ts';
import { withoutRepeats } from './problems.ts';

type EditorStoreContext = { store: DocumentStore; state: DocumentState; document: FlowDocument };

const EditorContextValue = createContext<EditorStoreContext | undefined>(undefined);

function useEditorContext(): EditorStoreContext {
  const context = useContext(EditorContextValue);
  if (!context) throw new Error('there is no document around');
  return context;
}

/** The store of the editor's document and its state, for the views of the tree. */
export const useDocumentStore = (): { store: DocumentStore; state: DocumentState } => useEditorContext();

type ProviderProps = { flow: Flow; canEdit: boolean; children: ReactNode };

/** Provides a document with `flow` as its initial content; later changes of the property are ignored. */
export function DocumentProvider({ flow, canEdit, children }: ProviderProps): ReactNode {
  const [store] = useState(() => createDocumentStore(flow));
  const state = useSyncExternalStore(store.subscribe, store.get);
  const document = useMadeDocument(store, state, canEdit);
  const context = useMemo(() => ({ store, state, document }), [store, state, document]);
  return <Provided context={context}>{children}</Provided>;
}

/**
 * Renders its children with a deferred state, so that a change of the tree is painted first. Changes that fields must show at once are not
 * deferred: typing in another field, undo, redo, and replacing the flow.
 */
export function DeferredSubtree({ children }: { children: ReactNode }): ReactNode {
  const now = useEditorContext();
  const later = useDeferredValue(now);
  return <Provided context={later.state.revision >= now.state.written ? later : now}>{children}</Provided>;
}

const Provided = ({ context, children }: { context: EditorStoreContext; children: ReactNode }): ReactNode => (
  <EditorContextValue value={context}>
    <DocumentContext value={context.document}>{children}</DocumentContext>
  </EditorContextValue>
);

function useMadeDocument(store: DocumentStore, state: DocumentState, canEdit: boolean): FlowDocument {
  const { flow, history, selected, revision, overlay } = state;
  const { flow: definition, undo, redo } = history;
  const issues = useIssues(definition);
  return useMemo<FlowDocument>(
    () => ({
      flow,
      definition,
      selected,
      select: (id) => selectStep(store, id),
      apply: (operations, options) => store.apply(operations, options?.typing, true),
      replace: store.replace,
      undo: () => store.turn('undo'),
      redo: () => store.turn('redo'),
      canUndo: canEdit && undo.length > 0,
      canRedo: canEdit && redo.length > 0,
      issues,
      locked: canEdit ? (canChange(definition) ? undefined : 'flat') : 'reader',
      revision,
      insertAt: (slot) => store.set({ dialog: { kind: 'insert', slot } }),
      overlay,
      show: (overlay) => store.set({ overlay }),
    }),
    [store, flow, definition, undo, redo, selected, revision, overlay, issues, canEdit],
  );
}

/** Opens or closes the panel of a step. Opening another step removes all others from `fresh`. */
function selectStep(store: DocumentStore, id: string | undefined): void {
  const { current, fresh, selected } = store.get();
  if (id === selected) return;
  const stillFresh = id !== undefined && fresh.has(id) ? new Set([id]) : new Set<string>();
  // Opening with the pointer leaves the focus on the card, so the keys of the tree still work.
  store.set({ selected: id, current: id ?? current, fresh: stillFresh, opening: 0, multiSelection: new Set() });
}

const unknown: Validation = { valid: true, format: 'nested', structure: [] };

/**
 * The validation of a flow: first after the initial paint, then a moment after each change. A switched-off automation is validated as if it
 * were on, because it can be published.
 */
function useIssues(flow: Flow): Validation {
  const { locale } = useLocale();
  const [issues, setIssues] = useState(unknown);
  const isKnown = issues !== unknown;
  useEffect(() => {
    const check = (): void => {
      const found = withoutRepeats(validateFlow(asPublished(flow), { mode: 'block', locale, audience: 'owner' }));
      startTransition(() => setIssues(found));
    };
    if (!isKnown) return afterPicture(check);
    const timer = setTimeout(check, 250);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a change of `isKnown` requires no new check
  }, [flow, locale]);
  return issues;
}
