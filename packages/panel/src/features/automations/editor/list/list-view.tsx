import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { rowMetric } from '../../../../diagram/metrics/step-metrics.ts';
import { goesOnOf } from '../../../../diagram/metrics/wait-times.ts';
import { outlineOf } from '../../../../diagram/layout/flow-tree.ts';
import { useFocusing } from '../../../../diagram/layout/viewport.ts';
import { shortcutOf } from '../../../../ui/format/shortcut.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { Announcement } from '../canvas/announcement.tsx';
import { SelectionBar } from '../canvas/selection-bar.tsx';
import { useEditing } from '../canvas/editing.tsx';
import { useTreeKeys } from '../canvas/tree-keys.ts';
import { useEntryClock } from '../step-forms/use-entry-clock.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import type { Problems } from '../state/problems.ts';
import { ResultsBar } from '../results/results-bar.tsx';
import type { EditorResults } from '../results/use-results.ts';
import { listMove, listRows, type ListRow } from './list-rows.ts';
import styles from './list-view.module.css';
import { RowView } from './row-view.tsx';
import { texts } from './texts.ts';

type StepListProps = { problems: Problems; results: EditorResults | undefined };

/** The document as a list: the same tree, keys and panel; for small screens and for members who cannot use the diagram. */
export function ListView({ problems, results }: StepListProps): ReactNode {
  const t = useTexts(texts);
  const store = useEditorStore();
  const { locked } = useFlowDocument();
  const overlay = useEditor((state) => state.overlay);
  const selectedId = useEditor((state) => state.selectedId);
  const multiSelection = useEditor((state) => state.multiSelection);
  const cursorId = useEditor((state) => state.cursorId);
  const editing = useEditing();
  const outline = useMemo(() => (overlay?.flow ? outlineOf(overlay.flow) : editing.outline), [overlay, editing]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => listRows(outline, closed), [outline, closed]);
  const entryClock = useEntryClock();
  const { locale } = useLocale();
  const goesOn = useMemo(() => goesOnOf(outline, entryClock, locale), [outline, entryClock, locale]);
  const tree = useRef<HTMLDivElement>(null);
  const current = rows.some(({ id }) => id === cursorId) ? cursorId : 'trigger-0';
  const focus = (id: string): void =>
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  useFocusing(
    useEditor((state) => state.cardFocusRequest),
    () => focus(cursorId),
  );
  const toggle = (id: string, isOpen: boolean): void =>
    setClosed((before) => (isOpen ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const pick = (id: string, byKey: boolean): void => {
    const row = rows.find((one) => one.id === id);
    if (row?.kind === 'list') return toggle(id, !row.isOpen);
    if (byKey) store.openStep(id);
    else store.select(id);
  };
  const keys = useListKeys({ rows, current, focus, toggle, pick });
  return (
    <section className={styles.list} aria-label={t.label}>
      {results && !overlay && (
        <div className={styles.above}>
          <ResultsBar results={results} />
        </div>
      )}
      <div
        ref={tree}
        role="tree"
        tabIndex={-1}
        aria-label={t.tree}
        aria-multiselectable="true"
        className={styles.tree}
        {...keys}
      >
        {rows.map((row) => (
          <RowView
            key={row.id}
            row={row}
            metric={overlay ? '' : rowMetric(results?.metrics, row)}
            goesOn={goesOn.get(row.id)}
            found={problems.get(row.id)}
            isCurrent={row.id === current}
            isSelected={row.id === selectedId}
            isMultiSelected={multiSelection.has(row.id)}
            canAdd={!locked && !overlay?.flow}
            onPick={() => {
              store.moveCursor(row.id);
              pick(row.id, false);
            }}
          />
        ))}
      </div>
      <SelectionBar />
      <Announcement />
    </section>
  );
}

type ListKeysProps = {
  rows: readonly ListRow[];
  current: string;
  focus: (id: string) => void;
  toggle: (id: string, isOpen: boolean) => void;
  pick: (id: string, byKey: boolean) => void;
};

/** The handlers of the list: its own keys, then those of the diagram. */
function useListKeys({ rows, current, focus, toggle, pick }: ListKeysProps): ReturnType<typeof useTreeKeys> {
  const store = useEditorStore();
  const { onKeyDown: onTreeKey, ...clipboard } = useTreeKeys();
  const onKeyDown = (event: KeyboardEvent): void => {
    const { isPlain } = shortcutOf(event);
    const isRow = event.target instanceof Element && event.target.matches('[role="treeitem"]');
    const moved = isPlain && isRow ? listMove(rows, current, event.key) : undefined;
    if (moved && 'to' in moved) {
      store.moveCursor(moved.to);
      focus(moved.to);
    } else if (moved) toggle(current, moved.isOpen);
    else if (isPlain && isRow && event.key === 'Enter') pick(current, true);
    else return onTreeKey(event);
    event.preventDefault();
  };
  return { ...clipboard, onKeyDown };
}
