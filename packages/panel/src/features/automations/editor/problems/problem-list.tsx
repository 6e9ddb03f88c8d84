import { Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Mode } from '@retoma/flow';
import type { ReactNode } from 'react';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useOpenJson } from '../json/use-open-json.ts';
import { isTodo, type Problem } from './problems.ts';
import { texts } from './texts.ts';

type ProblemListProps = {
  problems: readonly Problem[];
  /** Whether the problems are those of the latest change. */
  isCurrent: boolean;
  mode: Mode;
  applyFix: (problems: readonly Problem[]) => void;
  /** Opens the step of a problem. */
  onGo: (problem: Problem) => void;
  /** Closes the container of the list before the JSON view opens. */
  close: () => void;
};

/** The problems by step, each with a link to its step and, if it is mechanical, a fix. */
export function ProblemList({ problems, isCurrent, mode, applyFix, onGo, close }: ProblemListProps): ReactNode {
  const t = useTexts(texts);
  const openJson = useOpenJson();
  const onOpenJson = (path: string): void => {
    close();
    openJson(path);
  };
  const { locked } = useFlowDocument();
  if (problems.length === 0)
    return (
      <Group gap="xs">
        {isCurrent && <Icon name="check" />}
        <Text>{isCurrent ? t.none : t.checking}</Text>
      </Group>
    );
  const mendable = problems.filter(({ fix }) => fix && !fix.lossy);
  return (
    <Stack gap="sm">
      {mendable.length > 1 && !locked && (
        <Button variant="light" onClick={() => applyFix(mendable)} style={{ alignSelf: 'flex-start' }}>
          {t.fixAll(mendable.length)}
        </Button>
      )}
      <List listStyleType="none" spacing="sm" styles={{ itemWrapper: { display: 'block' } }}>
        {problems.map((problem) => (
          <List.Item key={problem.key}>
            <ProblemRow
              problem={problem}
              mode={mode}
              canFix={!locked}
              applyFix={applyFix}
              onGo={onGo}
              onOpenJson={onOpenJson}
            />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

type ProblemRowProps = Omit<ProblemListProps, 'problems' | 'isCurrent' | 'close'> & {
  problem: Problem;
  canFix: boolean;
  onOpenJson: (path: string) => void;
};

function ProblemRow({ problem, mode, canFix, applyFix, onGo, onOpenJson }: ProblemRowProps): ReactNode {
  const t = useTexts(texts);
  const { weight, message, path, stepName, fix } = problem;
  const isSoft = weight === 'warning' || (weight === 'template' && mode === 'warn');
  const label = isTodo(problem) ? t.todo : weight === 'template' && mode === 'warn' ? t.mayFail : t[weight];
  return (
    <Stack gap={4} py={4}>
      <Group gap="xs">
        <Badge variant="light" color={isTodo(problem) ? 'gray' : isSoft ? 'ambar' : 'vermelho'} tt="none">
          {label}
        </Badge>
        <Text fw={500}>{stepName}</Text>
      </Group>
      <Text style={{ overflowWrap: 'anywhere' }}>{message}</Text>
      {fix?.lossy && canFix && (
        <Text size="sm" c="dimmed">
          {t.lossy}
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" aria-label={t.goTo(stepName)} onClick={() => onGo(problem)}>
          {t.go}
        </Button>
        {/* The path is a name of the code, so only the way to the code has it. */}
        <Button
          size="xs"
          variant="default"
          title={path}
          aria-label={t.openJsonAt(path)}
          onClick={() => onOpenJson(path)}
        >
          {t.openJson}
        </Button>
        {fix && canFix && (
          <Button size="xs" variant="light" aria-label={t.fixIt(message)} onClick={() => applyFix([problem])}>
            {t.fix}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
