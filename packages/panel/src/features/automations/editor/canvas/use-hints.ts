import { isFlat, stepAt } from '@retoma/flow';
import { useMemo } from 'react';
import type { Hint } from '../../../../diagram/overlay.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useApply, useEditor } from '../state/use-editor.ts';
import { texts } from './texts.ts';

const code = 'RECOVERY_WITHOUT_CHECK';

/** A hint for each reminder that may reach a contact who has paid (flat rule 12); it can add the missing payment check. */
export function useHints(isOn: boolean): readonly Hint[] | undefined {
  const { flow, issues, fixes } = useFlowDocument().checked;
  const apply = useApply();
  const t = useTexts(texts);
  const newStepIds = useEditor((state) => state.newStepIds);
  return useMemo(() => {
    if (!isOn || isFlat(flow)) return undefined;
    const found = issues.structure.filter((issue) => issue.code === code);
    return found.flatMap(({ path }) => {
      const id = stepAt(flow, path)?.id;
      if (id === undefined || newStepIds.has(id)) return [];
      const applyFix = (): void => {
        const fix = fixes.find((one) => one.code === code && one.path === path);
        if (fix) apply(fix.operations);
      };
      return [{ id, text: t.mayRemindPaid, action: t.checkFirst, applyFix }];
    });
  }, [isOn, flow, issues, fixes, apply, t, newStepIds]);
}
