import { validateFlow, type Flow, type Validation } from '@retoma/flow';
import { startTransition, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocale } from '../../../ui/locale.tsx';
import { afterPicture } from './after-picture.ts';
import { asPublished, canChange } from './editable-flow.ts';
import { createEditorStore } from './editor-store.ts';
import { DocumentContext, useFlowDocument, type FlowDocument } from './flow-document.ts';
import { withoutRepeats } from './problems.ts';
import { DeferredStateContext, EditorStoreContext, useEditor } from './use-editor.ts';

type ProviderProps = { flow: Flow; canEdit: boolean; children: ReactNode };

/** Provides an editor with `flow` as its initial content; later changes of the property are ignored. */
export function EditorProvider({ flow, ...props }: ProviderProps): ReactNode {
  const [store] = useState(() => createEditorStore(flow));
  return (
    <EditorStoreContext value={store}>
      <DocumentProvider {...props} />
    </EditorStoreContext>
  );
}

function DocumentProvider({ canEdit, children }: Omit<ProviderProps, 'flow'>): ReactNode {
  const flow = useEditor((state) => state.flow);
  const { flow: definition, undo, redo } = useEditor((state) => state.history);
  const issues = useIssues(definition);
  const document = useMemo<FlowDocument>(
    () => ({
      flow,
      definition,
      canUndo: canEdit && undo.length > 0,
      canRedo: canEdit && redo.length > 0,
      issues,
      locked: canEdit ? (canChange(definition) ? undefined : 'flat') : 'reader',
    }),
    [flow, definition, undo, redo, issues, canEdit],
  );
  return <DocumentContext value={document}>{children}</DocumentContext>;
}

/**
 * Renders its children with a deferred state, so that a change of the tree is painted first. Changes that fields must show at once are not
 * deferred: typing in another field, undo, redo, and replacing the flow.
 */
export function DeferredSubtree({ children }: { children: ReactNode }): ReactNode {
  const state = useEditor((state) => state);
  const document = useFlowDocument();
  const now = useMemo(() => ({ state, document }), [state, document]);
  const later = useDeferredValue(now);
  const visible = later.state.revision >= state.fieldRevision ? later : now;
  return (
    <DeferredStateContext value={visible.state}>
      <DocumentContext value={visible.document}>{children}</DocumentContext>
    </DeferredStateContext>
  );
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
