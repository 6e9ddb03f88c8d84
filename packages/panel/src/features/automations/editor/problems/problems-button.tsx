import { Button, Drawer } from '@mantine/core';
import type { Mode } from '@retoma/flow';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { goToProblem, useProblemKey } from './go-to-problem.ts';
import { ProblemList } from './problem-list.tsx';
import { isTodo, type Problem } from './problems.ts';
import { texts } from './texts.ts';
import { useProblems } from './use-problems.ts';

type ProblemsButtonProps = { mode: Mode; opened: boolean; open: () => void; close: () => void };

/** The number of problems in words, and the list of them: the only place where they are counted. */
export function ProblemsButton({ mode, opened, open, close }: ProblemsButtonProps): ReactNode {
  const t = useTexts(texts);
  const { problems, isCurrent, applyFix } = useProblems(mode);
  const { select } = useEditorStore();
  const counted = problems.filter(({ isUntouched }) => !isUntouched);
  const warnings = counted.filter(({ weight }) => weight === 'warning').length;
  const errors = counted.length - warnings;
  const todo = problems.filter(isTodo).length;
  const go = (problem: Problem): void => {
    close();
    goToProblem(select, problem);
  };
  useProblemKey(opened, problems[0], go);
  return (
    <>
      <Button
        variant={errors > 0 ? 'light' : 'default'}
        {...(counted.length === 0 && todo > 0 && { c: 'dimmed' })}
        color={errors > 0 ? 'vermelho' : 'petroleo'}
        leftSection={
          <Icon name={counted.length > 0 ? 'warning' : todo > 0 || !isCurrent ? 'pencil' : 'check'} size={16} />
        }
        {...(counted.length > 0 && { 'aria-label': t.button(errors, warnings) })}
        data-wide
        onClick={open}
      >
        <span>
          {counted.length > 0
            ? t.count(counted.length)
            : todo > 0
              ? t.todoCount(todo)
              : isCurrent
                ? t.noProblems
                : t.checking}
        </span>
      </Button>
      <Drawer opened={opened} onClose={close} position="right" size="md" title={t.problems}>
        <ProblemList
          problems={problems}
          isCurrent={isCurrent}
          mode={mode}
          applyFix={applyFix}
          onGo={go}
          close={close}
        />
      </Drawer>
    </>
  );
}
