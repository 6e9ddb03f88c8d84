import { applyOperations, readableFlow, type Flow } from '@retoma/flow';
import { mergeOperations } from '@retoma/flow/overlap';
import { useState, type ReactNode } from 'react';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { OverlapDialog } from '../../../ui/overlaps/overlap-dialog.tsx';
import { texts } from '../../../ui/overlaps/texts.ts';
import { askOverlaps, type Overlap, type OverlapQuestion } from '../../../ui/overlaps/use-overlaps.ts';
import { useTexts } from '../../../ui/texts.ts';
import type { SaveAs } from './use-import.ts';
import { useStore } from '../../../ui/use-store.ts';

type Imported = { flow: Flow; text: string };
type Save = (text: string, as: SaveAs, pause?: string[]) => Promise<void>;

/**
 * Activates an imported automation. If active automations may message the same people, the user chooses first (EDT7). Merging saves a draft
 * with the steps of the others after the imported ones.
 */
export function useImportOverlap(
  target: string | null,
  save: Save,
): { activate: (imported: Imported) => Promise<void>; dialog: ReactNode } {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [pending, setPending] = useState<{ imported: Imported; question: OverlapQuestion }>();
  const activate = async (imported: Imported): Promise<void> => {
    const question = { storeId, text: imported.text, ...(target !== null && { automationId: target }) };
    try {
      if ((await askOverlaps(question)).length > 0) setPending({ imported, question });
      else await save(imported.text, 'active');
    } catch (error) {
      notifyError(error as Error);
    }
  };
  const merge = ({ flow }: Imported, others: readonly Overlap[]): void => {
    const operations = others.flatMap(({ definition }) =>
      mergeOperations(readableFlow(flow), readableFlow(JSON.parse(definition))),
    );
    const merged = applyOperations(flow, operations, () => crypto.randomUUID());
    if (!merged.ok) {
      notifyError(new Error(t.noMerge));
      return;
    }
    setPending(undefined);
    void save(JSON.stringify(merged.flow, null, 2), 'paused');
  };
  const dialog = (
    <OverlapDialog
      question={pending?.question}
      onClose={() => setPending(undefined)}
      onGoOn={(pause) => {
        setPending(undefined);
        if (pending) void save(pending.imported.text, 'active', pause);
      }}
      onMerge={(others) => pending && merge(pending.imported, others)}
    />
  );
  return { activate, dialog };
}
