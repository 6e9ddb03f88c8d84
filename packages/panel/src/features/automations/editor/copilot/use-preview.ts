import { useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { countsOf, differenceHighlights, withRemoved, type Tried } from './preview.ts';
import { texts } from './texts.ts';

/** The previewed proposal and its visible side. */
export type Preview = {
  side: 'before' | 'after';
  see: (side: 'before' | 'after') => void;
  counts: { added: number; changed: number; removed: number };
  /** Moves to the next changed step. */
  next: () => void;
};

/** Shows a proposal as a read-only overlay on the diagram. With undefined, the diagram shows the document again. */
export function usePreview(tried: Tried | undefined): Preview | undefined {
  const t = useTexts(texts);
  const { flow } = useFlowDocument();
  const { show, hide, jumpTo } = useEditorStore();
  const [side, see] = useState<'before' | 'after'>('after');
  const [at, setAt] = useState(-1);
  const overlay = useMemo(() => {
    if (!tried) return undefined;
    const { differences, after } = tried;
    const badges = { added: t.badgeAdded, changed: t.badgeChanged, moved: t.badgeMoved, removed: t.badgeRemoved };
    const highlights = differenceHighlights(differences, badges);
    return { flow: side === 'after' ? withRemoved(flow, after) : flow, highlights };
  }, [tried, flow, side, t]);
  const changes = useMemo(() => [...new Set(tried?.differences.map(({ id }) => id))], [tried]);
  useEffect(() => {
    if (!overlay) return;
    document.documentElement.dataset['copilot'] = 'preview';
    show(overlay);
    return () => {
      delete document.documentElement.dataset['copilot'];
      hide();
    };
  }, [overlay, show, hide]);
  const next = (): void => {
    const index = (at + 1) % Math.max(1, changes.length);
    setAt(index);
    if (changes[index] !== undefined) jumpTo(changes[index]);
  };
  useEffect(() => {
    if (!tried) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      next();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
  return tried && { side, see, counts: countsOf(tried.differences), next };
}
