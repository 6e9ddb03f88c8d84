import { mergeOperations } from '@retoma/flow/overlap';
import { notifySuccess, notifyError } from '../../../../ui/feedback/notify.ts';
import { texts } from '../../../../ui/overlaps/texts.ts';
import type { Overlap } from '../../../../ui/overlaps/use-overlaps.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { flowOf } from '../save/automation.ts';

/** Adds the steps of other automations to the draft as one undo entry; returns false on a refusal. */
export function useMerge(): (others: readonly Overlap[]) => boolean {
  const t = useTexts(texts);
  const { flow } = useFlowDocument();
  const { apply } = useEditorStore();
  return (others) => {
    const operations = others.flatMap(({ definition }) => mergeOperations(flow, flowOf(definition)));
    if (apply(operations)) {
      notifyError(new Error(t.noMerge));
      return false;
    }
    notifySuccess(t.merged(others.map(({ name }) => name).join(', ')));
    return true;
  };
}
