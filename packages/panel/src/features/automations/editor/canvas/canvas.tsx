import { ActionIcon, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useMemo, type ReactNode } from 'react';
import { Diagram } from '../../../../diagram/diagram.tsx';
import type { Highlight, Highlights } from '../../../../diagram/metrics/highlights.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { DescribeButton } from '../copilot/describe-button.tsx';
import { DeferredSubtree } from '../state/editor-provider.tsx';
import { toRenderable } from '../state/editable-flow.ts';
import { useEntryClock } from '../step-forms/use-entry-clock.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import type { Problems } from '../state/problems.ts';
import { ResultsBar } from '../results/results-bar.tsx';
import type { EditorResults } from '../results/use-results.ts';
import { useAutomationParams } from '../save/automation.ts';
import { Announcement } from './announcement.tsx';
import styles from './canvas.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { useEditing } from './editing.tsx';
import { texts } from './texts.ts';
import { useHints } from './use-hints.ts';
import { useTreeKeys } from './tree-keys.ts';

type CanvasProps = { problems: Problems; results: EditorResults | undefined };

/** The document as a diagram in which steps are added, moved and removed. An overlay is read-only. */
export function Canvas({ problems, results }: CanvasProps): ReactNode {
  const t = useTexts(texts);
  const store = useEditorStore();
  const editing = useEditing();
  const { onKeyDown, ...clipboard } = useTreeKeys();
  const { automationId } = useAutomationParams();
  const { flow, locked } = useFlowDocument();
  const overlay = useEditor((state) => state.overlay);
  const multiSelection = useEditor((state) => state.multiSelection);
  const cursor = {
    current: useEditor((state) => state.cursorId),
    focusing: useEditor((state) => state.cardFocusRequest),
    isJump: useEditor((state) => state.isJump),
    go: store.moveCursor,
  };
  const drawn = overlay?.flow ?? toRenderable(flow);
  const highlights = useHighlights(problems, overlay?.highlights);
  const isOpen = !locked && !overlay?.flow;
  const entryClock = useEntryClock();
  const hints = useHints(isOpen && !overlay);
  const move = useCallbackRef(editing.move);
  const edits = useMemo(() => {
    if (!isOpen) return {};
    return {
      insert: ({ slot }, anchor) => {
        const { right, top } = anchor.getBoundingClientRect();
        store.openDialog({ kind: 'insert', slot, anchor: { x: right, y: top } });
      },
      move: (id, { slot }) => move(id, slot),
    } satisfies Pick<React.ComponentProps<typeof Diagram>, 'insert' | 'move'>;
  }, [isOpen, store, move]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of its cards
    <section className={styles.canvas} aria-label={t.diagramLabel} onKeyDown={onKeyDown} {...clipboard}>
      <div className={styles.above} data-strip={results?.isOn === true && !overlay}>
        {results && !overlay && <ResultsBar results={results} />}
        <DeferredSubtree>
          <RootCount />
        </DeferredSubtree>
      </div>
      <div className={styles.drawing}>
        <Diagram
          key={overlay?.flow ? 'shown' : 'document'}
          flow={drawn}
          selected={useEditor((state) => state.selectedId)}
          onSelect={(id, byKey) => (id !== undefined && byKey ? store.openStep(id) : store.select(id))}
          highlights={highlights}
          metrics={overlay ? undefined : results?.metrics}
          multiSelection={multiSelection}
          onChoose={isOpen ? (id) => id !== 'trigger-0' && store.toggle(id) : undefined}
          cursor={cursor}
          tools={tools}
          hints={hints}
          entryClock={entryClock}
          keepsFolds={overlay?.flow ? undefined : automationId}
          {...edits}
        />
        <DeferredSubtree>
          <FirstStep />
          {multiSelection.size > 0 && <SelectionBar />}
        </DeferredSubtree>
        {locked === 'flat' && <Text className={styles.lockedHint}>{t.lockedFlat}</Text>}
      </div>
      <Announcement />
    </section>
  );
}

const tools = (
  <DeferredSubtree>
    <Tools />
  </DeferredSubtree>
);

/** The issues of steps, unless an overlay replaces them. Steps with only missing values are grey. */
function useHighlights(problems: Problems, overlaid: Highlights | undefined): Highlights {
  const t = useTexts(texts);
  return useMemo(() => {
    if (overlaid) return overlaid;
    const highlights: Record<string, Highlight> = {};
    for (const [id, { errors, warnings, todo, first }] of problems) {
      if (errors > 0) highlights[id] = { tone: 'error', badge: String(errors), note: first };
      else if (warnings > 0) highlights[id] = { tone: 'warning', badge: String(warnings) };
      // In an automation without steps, the first button already names the missing part.
      else if (todo > 0 && id !== 'trigger-0') highlights[id] = { tone: 'todo', badge: t.todo };
    }
    return highlights;
  }, [problems, overlaid, t]);
}

function Tools(): ReactNode {
  const t = useTexts(texts);
  const { canUndo, canRedo } = useFlowDocument();
  const { undo, redo, openDialog } = useEditorStore();
  return (
    <ActionIcon.Group>
      <ActionIcon variant="default" size={36} aria-label={t.undo} disabled={!canUndo} onClick={undo}>
        <Icon name="undo" size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t.redo} disabled={!canRedo} onClick={redo}>
        <Icon name="redo" size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t.find} onClick={() => openDialog({ kind: 'find' })}>
        <Icon name="search" size={16} />
      </ActionIcon>
    </ActionIcon.Group>
  );
}

/** Below the "+" of an automation without steps: the copilot, which can begin it too. */
const FirstStep = memo((): ReactNode => {
  const { flow, locked } = useFlowDocument();
  if (locked || flow.steps.length > 0) return null;
  return (
    <div className={styles.first}>
      <DescribeButton />
    </div>
  );
});

/** The number of steps in the trunk, shown from 40 on. */
const RootCount = memo((): ReactNode => {
  const t = useTexts(texts);
  const { outline } = useEditing();
  const used = outline.trunk.steps.length;
  return used < 40 ? null : <Text className={styles.count}>{t.count(used)}</Text>;
});
