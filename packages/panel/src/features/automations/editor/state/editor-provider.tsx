import { readableFlow, type Flow } from '@retoma/flow';
import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocale } from '../../../../ui/locale.tsx';
import { afterPicture } from './after-picture.ts';
import type { CheckResult } from './check-flow.ts';
import { canChange } from './editable-flow.ts';
import { createEditorStore } from './editor-store.ts';
import { DocumentContext, type CheckedFlow, type FlowDocument } from './flow-document.ts';
import { FlowChecker } from './flow-checker.ts';
import { DeferredContext, useDeferred } from './deferred.ts';
import { DeferredStateContext, EditorStoreContext, useEditor } from './use-editor.ts';

type ProviderProps = { flow: Flow; canEdit: boolean; knowsPixCode: boolean; children: ReactNode };

/** Provides an editor with `flow` as its initial content; later changes of the property are ignored. */
export function EditorProvider({ flow, ...props }: ProviderProps): ReactNode {
  const [store] = useState(() => createEditorStore(flow));
  return (
    <EditorStoreContext value={store}>
      <DocumentProvider {...props} />
    </EditorStoreContext>
  );
}

function DocumentProvider({ canEdit, knowsPixCode, children }: Omit<ProviderProps, 'flow'>): ReactNode {
  const flow = useEditor((state) => state.flow);
  const { flow: definition, undo, redo } = useEditor((state) => state.history);
  const checked = useChecked(flow, definition, knowsPixCode);
  const document = useMemo<FlowDocument>(
    () => ({
      flow,
      definition,
      canUndo: canEdit && undo.length > 0,
      canRedo: canEdit && redo.length > 0,
      checked,
      locked: canEdit ? (canChange(definition) ? undefined : 'flat') : 'reader',
    }),
    [flow, definition, undo, redo, checked, canEdit],
  );
  return (
    <DocumentContext value={document}>
      <DeferredProvider document={document}>{children}</DeferredProvider>
    </DocumentContext>
  );
}

/**
 * Makes a state for deferred subtrees, so that the tree is painted before they render, at the start and after each change. Changes that fields must show at once
 * are not deferred: typing in another field, undo, redo, and replacing the flow.
 */
function DeferredProvider({ document, children }: { document: FlowDocument; children: ReactNode }): ReactNode {
  const state = useEditor((state) => state);
  const now = useMemo(() => ({ state, document }), [state, document]);
  const [painted, setPainted] = useState<typeof now>();
  useEffect(() => afterPicture(() => startTransition(() => setPainted(now))), [now]);
  const deferred = !painted || painted.state.revision >= state.fieldRevision ? painted : now;
  return <DeferredContext value={deferred}>{children}</DeferredContext>;
}

/** Renders its children with the deferred state, and nothing before the first paint. */
export function DeferredSubtree({ children }: { children: ReactNode }): ReactNode {
  const deferred = useDeferred();
  if (!deferred) return null;
  return (
    <DeferredStateContext value={deferred.state}>
      <DocumentContext value={deferred.document}>{children}</DocumentContext>
    </DeferredStateContext>
  );
}

const unchecked: CheckedFlow = {
  flow: readableFlow({}),
  issues: { valid: true, format: 'nested', structure: [] },
  fixes: [],
};

/** The latest check of the document: first after the initial paint, then a moment after each change. */
function useChecked(flow: Flow, definition: Flow, knowsPixCode: boolean): CheckedFlow {
  const { locale } = useLocale();
  const [checker] = useState(() => new FlowChecker());
  const [checked, setChecked] = useState(unchecked);
  const isFirst = checked === unchecked;
  useEffect(() => () => checker.close(), [checker]);
  useEffect(() => {
    const receive = (result: CheckResult): void => startTransition(() => setChecked({ flow, ...result }));
    const check = (): void => checker.check({ definition, locale, knowsPixCode }, receive);
    if (isFirst) return afterPicture(check);
    const timer = setTimeout(check, 250);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a change of `isFirst` requires no new check
  }, [checker, flow, definition, locale, knowsPixCode]);
  return checked;
}
