import { Badge, Group, List, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { walkFlow, type Flow } from '@retoma/flow';
import { useMemo, type ReactNode } from 'react';
import { describeStep } from '../../../diagram/cards/step-text.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale, type Locale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { Analysis, Found } from './analyse.ts';
import { texts } from './texts.ts';

/** Maximum number of listed issues. A longer list starts with the first issues of the text. */
const maxListed = 100;

/** All issues with their positions; a click leads to the position. */
export function FoundList({ analysis, onGo }: { analysis: Analysis; onGo: (found: Found) => void }): ReactNode {
  const t = useTexts(texts);
  const { found, resolved, original } = analysis;
  const { locale } = useLocale();
  const stepAt = useMemo(() => stepFinder(original, locale), [original, locale]);
  return (
    <Surface component="section" aria-label={t.problems}>
      <Stack gap="sm">
        <Title order={2}>{t.problems}</Title>
        {found.length === 0 && (
          <Group gap="xs">
            <Icon name="check" />
            <Text>{t.sound}</Text>
          </Group>
        )}
        <List listStyleType="none" spacing={4} styles={{ itemWrapper: { display: 'block' }, item: { width: '100%' } }}>
          {found.slice(0, maxListed).map((one) => (
            <List.Item key={`${one.code} ${one.line} ${one.column} ${one.path}`}>
              <FoundRow found={one} isFixed={resolved.has(one)} step={stepAt(one.path)} onGo={() => onGo(one)} />
            </List.Item>
          ))}
        </List>
      </Stack>
    </Surface>
  );
}

type FoundRowProps = {
  found: Found;
  isFixed: boolean;
  step: { number: number; name: string } | undefined;
  onGo: () => void;
};

function FoundRow({ found, isFixed, step, onGo }: FoundRowProps): ReactNode {
  const t = useTexts(texts);
  const { layer, severity, message, line, column } = found;
  const position = t.position(line, column);
  const color = isFixed ? 'verde' : severity === 'error' ? 'vermelho' : 'ambar';
  return (
    <UnstyledButton onClick={onGo} w="100%" py={4} title={pointerOf(found.path)}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Badge variant="light" color={color} tt="none" miw={84} style={{ flexShrink: 0 }}>
          {t[layer]}
        </Badge>
        <span>
          <Text size="sm" c="dimmed">
            {position}
            {step && ` · ${t.step(step.number, step.name)}`}
            {found.path !== '' && ` · ${found.path}`}
            {isFixed && ` · ${t.resolved}`}
          </Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{message}</Text>
        </span>
      </Group>
    </UnstyledButton>
  );
}

/** `steps[0].data.message` → `/steps/0/data/message` */
const pointerOf = (path: string): string => (path === '' ? '' : `/${path.replace(/[.[]/g, '/').replaceAll(']', '')}`);

/** Finds the step that contains a path: its number in document order, and its label. */
function stepFinder(
  flow: Flow | undefined,
  locale: Locale,
): (path: string) => { number: number; name: string } | undefined {
  const steps = flow ? [...walkFlow(flow)] : [];
  return (path) => {
    const number = steps.findLastIndex((placed) => path === placed.path || path.startsWith(`${placed.path}.`));
    const placed = steps[number];
    return placed && { number: number + 1, name: describeStep(placed.step, locale).name };
  };
}
