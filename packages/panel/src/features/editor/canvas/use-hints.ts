import { describeRefusal, fixesFor, isFlat, stepAt } from '@retoma/flow';
import { useMemo } from 'react';
import type { Hint } from '../../../diagram/overlay.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useDocumentStore } from '../state/document-provider.tsx';
import { newStepId } from '../state/editor-store.ts';
import { texts } from './texts.ts';

const code = 'RECOVERY_WITHOUT_CHECK';

/** A hint for each reminder that may reach a contact who has paid (flat rule 12); it can add the missing payment check. */
export function useHints(isOn: boolean): readonly Hint[] | undefined {
  const { flow, issues, apply } = useFlowDocument();
  const { locale } = useLocale();
  const t = useTexts(texts);
  const { fresh } = useDocumentStore().state;
  return useMemo(() => {
    if (!isOn || isFlat(flow)) return undefined;
    const found = issues.structure.filter((issue) => issue.code === code);
    return found.flatMap(({ path }) => {
      const id = stepAt(flow, path)?.id;
      if (id === undefined || fresh.has(id)) return [];
      const applyFix = (): void => {
        const fix = fixesFor(flow, newStepId, locale).find((one) => one.code === code && one.path === path);
        const refused = fix && apply(fix.operations);
        if (refused) notifyError(new Error(describeRefusal(refused, locale)));
      };
      return [{ id, text: t.mayRemindPaid, action: t.checkFirst, applyFix }];
    });
  }, [isOn, flow, issues, apply, locale, t, fresh]);
}
