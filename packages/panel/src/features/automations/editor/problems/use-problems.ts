import { describeRefusal, type Mode } from '@retoma/flow';
import { useMemo } from 'react';
import { useLocale } from '../../../../ui/locale.tsx';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useUntouched } from '../state/untouched.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { listProblems, type Problem } from './problems.ts';
import { texts } from './texts.ts';

/** The problems of the document. `isCurrent`: they are those of its latest change. `applyFix` fixes some of them in one change. */
export function useProblems(mode: Mode): {
  problems: Problem[];
  isCurrent: boolean;
  applyFix: (problems: readonly Problem[]) => void;
} {
  const { flow, checked } = useFlowDocument();
  const { apply } = useEditorStore();
  const { locale } = useLocale();
  const isUntouched = useUntouched();
  const t = useTexts(texts);
  const all = useMemo(() => listProblems(checked, locale, isUntouched), [checked, locale, isUntouched]);
  const problems = mode === 'off' ? all.filter(({ weight }) => weight !== 'template') : all;
  const applyFix = (some: readonly Problem[]): void => {
    const operations = [...new Set(some.flatMap(({ fix }) => fix?.operations ?? []))];
    const refusal = apply(operations);
    if (refusal) notifyError(new Error(t.refused(describeRefusal(refusal, locale))));
  };
  return { problems, isCurrent: checked.flow === flow, applyFix };
}
