import { mergeFlows } from '@retoma/flow';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { notifySuccess } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { Autosave, type SaveState } from './autosave.ts';
import { flowOf, serializeFlow, useAutomationParams, type Automation } from './automation.ts';
import { keepDraft, localDraft } from './local-draft.ts';
import { sendDraft, type RemoteDraft } from './send-draft.ts';
import { texts } from './texts.ts';
import { useAuthorOf } from './use-author-of.ts';

/** The autosave of the editor's document, and its state. */
export type Saving = { autosave: Autosave<RemoteDraft>; state: SaveState<RemoteDraft> };

/** Starts to save the editor's document; `opened` is its initial version. Call it once in each editor. */
export function useAutosave(opened: Automation): Saving {
  const { definition: flow, locked } = useFlowDocument();
  const store = useEditorStore();
  const t = useTexts(texts);
  const params = useAutomationParams();
  const { automationId } = opened;
  const authorOf = useAuthorOf();
  const [autosave] = useState(
    () =>
      new Autosave<RemoteDraft>(
        { text: serializeFlow(flow), revision: opened.revision },
        {
          send: (draft) => sendDraft(params, draft),
          keep: (draft) => keepDraft(automationId, draft),
          merge(base, remote) {
            // The document of this component may be one paint older than the last edit.
            const merged = mergeFlows(flowOf(base), store.get().history.flow, flowOf(remote.text));
            if (!merged || merged.conflicts.length > 0) return undefined;
            store.adopt(merged.flow);
            notifySuccess(t.merged(authorOf(remote)));
            return serializeFlow(store.get().history.flow);
          },
        },
      ),
  );
  const text = useMemo(() => serializeFlow(flow), [flow]);
  useEffect(() => autosave.change(text), [autosave, text]);

  // Restores, once, what an earlier visit could not save. The document takes it as one change, which can be undone.
  useEffect(() => {
    const stored = localDraft(automationId);
    if (!stored || locked === 'reader' || stored.text === serializeFlow(flow)) return;
    const remote = { text: serializeFlow(flow), revision: opened.revision, by: opened.updatedBy, at: opened.updatedAt };
    store.replace(flowOf(stored.text));
    autosave.recover(stored, remote);
    notifySuccess(t.recovered);
    // oxlint-disable-next-line react/exhaustive-deps -- uses only the initial document
  }, []);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent): void => {
      // The document of this component may be one paint older than the last edit.
      autosave.change(serializeFlow(store.get().history.flow));
      autosave.keep();
      if (autosave.isDirty) event.preventDefault();
    };
    const goOn = (): void => void autosave.flush();
    autosave.open();
    window.addEventListener('beforeunload', leave);
    window.addEventListener('online', goOn);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('online', goOn);
      autosave.close();
    };
  }, [autosave, store]);

  const state = useSyncExternalStore(autosave.subscribe, () => autosave.state);
  return { autosave, state };
}
