import { ActionIcon, Button, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useMemo, type ReactNode } from 'react';
import { Diagram } from '../../../diagram/diagram.tsx';
import type { Mark, Marks } from '../../../diagram/metrics/highlights.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useDocument } from '../state/flow-document.ts';
import { Behind, useDocumentStore } from '../state/document-provider.tsx';
import { drawable } from '../state/editor-store.ts';
import type { Problems } from '../state/problems.ts';
import { ResultsBar } from '../results/results-bar.tsx';
import type { EditorResults } from '../results/use-results.ts';
import { useAutomationParams } from '../save/automation.ts';
import styles from './canvas.module.css';
import { ChosenBar } from './selection-bar.tsx';
import { openStep, useEditing } from './editing.tsx';
import { texts } from './texts.ts';
import { useHints } from './use-hints.ts';
import { choose, toProblem, useTreeKeys } from './tree-keys.ts';

type CanvasProps = { problems: Problems; results: EditorResults | undefined };

/** The document as a diagram: where steps are added, moved, removed. What is shown over it is only looked at. */
export function Canvas({ problems, results }: CanvasProps): ReactNode {
  const t = useTexts(texts);
  const document = useDocument();
  const { store, state } = useDocumentStore();
  const editing = useEditing();
  const { onKeyDown, ...clipboard } = useTreeKeys();
  const { automationId } = useAutomationParams();
  const { flow, shown, locked, selected } = document;
  const drawn = shown?.flow ?? drawable(flow);
  const marks = useMarks(problems, shown?.marks);
  const isOpen = !locked && !shown?.flow;
  const hints = useHints(isOpen && !shown);
  const move = useCallbackRef(editing.move);
  const edits = useMemo(() => {
    if (!isOpen) return {};
    return {
      insert: ({ place }, anchor) => {
        const { right, top } = anchor.getBoundingClientRect();
        store.set({ dialog: { kind: 'insert', place, anchor: { x: right, y: top } } });
      },
      move: (id, { place }) => move(id, place),
    } satisfies Pick<React.ComponentProps<typeof Diagram>, 'insert' | 'move'>;
  }, [isOpen, store, move]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of the cards in it
    <section className={styles.canvas} aria-label={t.diagramLabel} onKeyDown={onKeyDown} {...clipboard}>
      <div className={styles.above} data-strip={results?.isOn === true && !shown}>
        {results && !shown && <ResultsBar results={results} />}
        <Behind>
          <RootCount />
        </Behind>
      </div>
      <div className={styles.drawing}>
        <Diagram
          key={shown?.flow ? 'shown' : 'document'}
          flow={drawn}
          selected={selected}
          onSelect={(id, byKey) => (id !== undefined && byKey ? openStep(store, id) : document.select(id))}
          marks={marks}
          figures={shown ? undefined : results?.figures}
          chosen={state.chosen}
          onChoose={isOpen ? (id) => id !== 'trigger-0' && choose(store, id) : undefined}
          cursor={{ current: state.current, focusing: state.focusing, go: (current) => store.set({ current }) }}
          tools={tools}
          hints={hints}
          keepsFolds={shown?.flow ? undefined : automationId}
          {...edits}
        />
        <Behind>
          <FirstStep />
          {state.chosen.size > 0 ? <ChosenBar /> : <ProblemsPill problems={problems} />}
        </Behind>
        {locked === 'flat' && <Text className={styles.notice}>{t.lockedFlat}</Text>}
      </div>
      <div role="status" className={styles.said}>
        {state.said}
      </div>
    </section>
  );
}

const tools = (
  <Behind>
    <Tools />
  </Behind>
);

/** What is wrong with steps, unless something else is shown over them. What is only to be filled in is grey. */
function useMarks(problems: Problems, shown: Marks | undefined): Marks {
  const t = useTexts(texts);
  return useMemo(() => {
    if (shown) return shown;
    const marks: Record<string, Mark> = {};
    for (const [id, { errors, warnings, todo, first }] of problems) {
      if (errors > 0) marks[id] = { tone: 'error', badge: String(errors), note: first };
      else if (warnings > 0) marks[id] = { tone: 'warning', badge: String(warnings) };
      // An automation without steps says by its first button what is to be done.
      else if (todo > 0 && id !== 'trigger-0') marks[id] = { tone: 'todo', badge: t.todo };
    }
    return marks;
  }, [problems, shown, t]);
}

function Tools(): ReactNode {
  const t = useTexts(texts);
  const { undo, redo, canUndo, canRedo } = useDocument();
  const { store } = useDocumentStore();
  return (
    <ActionIcon.Group>
      <ActionIcon variant="default" size={36} aria-label={t.undo} disabled={!canUndo} onClick={undo}>
        <Icon name="undo" size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={36} aria-label={t.redo} disabled={!canRedo} onClick={redo}>
        <Icon name="redo" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t.find}
        onClick={() => store.set({ dialog: { kind: 'find' } })}
      >
        <Icon name="search" size={16} />
      </ActionIcon>
    </ActionIcon.Group>
  );
}

/** Where an automation without steps begins. */
const FirstStep = memo((): ReactNode => {
  const t = useTexts(texts);
  const { locked } = useDocument();
  const { store, state } = useDocumentStore();
  if (locked || state.flow.steps.length > 0) return null;
  const begin = (): void => store.set({ dialog: { kind: 'insert', place: { afterNodeId: 'trigger-0' } } });
  return (
    <Button className={styles.first} variant="default" leftSection={<Icon name="plus" size={16} />} onClick={begin}>
      {t.firstStep}
    </Button>
  );
});

/** How full the trunk is, once that begins to matter. */
const RootCount = memo((): ReactNode => {
  const t = useTexts(texts);
  const { outline } = useEditing();
  const used = outline.trunk.steps.length;
  return used < 40 ? null : <Text className={styles.count}>{t.count(used)}</Text>;
});

const ProblemsPill = memo(({ problems }: { problems: Problems }): ReactNode => {
  const t = useTexts(texts);
  const { store } = useDocumentStore();
  let [errors, warnings] = [0, 0];
  for (const found of problems.values()) {
    errors += found.errors;
    warnings += found.warnings;
  }
  if (errors + warnings === 0) return null;
  return (
    <Button
      className={styles.pill}
      radius="xl"
      variant="default"
      {...(errors > 0 && { c: 'light-dark(var(--mantine-color-vermelho-8), var(--mantine-color-vermelho-3))' })}
      leftSection={<Icon name="warning" size={16} />}
      onClick={() => toProblem(store, problems, 1)}
    >
      {t.problems(errors, warnings)} · {t.nextProblem}
    </Button>
  );
});
