import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  analysePaths,
  dependsOnClock,
  type BusinessHours,
  type Flow,
  type FlowPath,
  type Scenario,
} from '@retoma/flow';
import { useMemo, useState, type ReactNode } from 'react';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { pathText } from './path-text.ts';
import { durationText } from './duration-text.ts';
import { texts } from './texts.ts';

/** The maximum number of paths that are searched, so that a large flow does not block the page, and that are shown. */
const [maxPaths, maxVisible] = [300, 40];

type PathListProps = {
  flow: Flow;
  timeZone: string;
  businessHours: BusinessHours;
  onChoose: (scenario: Scenario) => void;
};

/** The paths through the draft, each of which can be tested. */
export function PathList({ flow, timeZone, businessHours, onChoose }: PathListProps): ReactNode {
  const t = useTexts(texts);
  const [pickedPath, setPickedPath] = useState<FlowPath>();
  const { paths, truncated, maxMessages } = useMemo(
    () => analysePaths(flow, { timeZone, businessHours, maxRuns: maxPaths, maxEntries: 20_000 }),
    [flow, timeZone, businessHours],
  );
  const choose = (path: FlowPath): void => {
    setPickedPath(path);
    onChoose(path.scenario);
  };
  return (
    <Stack gap="xs">
      {dependsOnClock(flow) && (
        <Text size="sm" c="dimmed">
          {t.fromMonday}
        </Text>
      )}
      {paths.slice(0, maxVisible).map((path) => (
        <PathButton
          key={JSON.stringify(path.scenario)}
          path={path}
          isPicked={path === pickedPath}
          hasMaxMessages={path === maxMessages && paths.length > 1}
          onChoose={() => choose(path)}
        />
      ))}
      {(truncated || paths.length > maxVisible) && (
        <Text size="sm" c="dimmed">
          {t.truncated}
        </Text>
      )}
    </Stack>
  );
}

type PathButtonProps = { path: FlowPath; isPicked: boolean; hasMaxMessages: boolean; onChoose: () => void };

function PathButton({ path, isPicked, hasMaxMessages, onChoose }: PathButtonProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  return (
    <UnstyledButton
      p="xs"
      aria-pressed={isPicked}
      onClick={onChoose}
      style={{
        border: '1px solid var(--retoma-border)',
        borderRadius: 8,
        ...(isPicked && { background: 'var(--retoma-selected)', borderColor: 'var(--mantine-primary-color-filled)' }),
      }}
    >
      <Text size="sm" fw={500}>
        {pathText(path, t, locale)}
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t.sent(path.messages, path.minutes === 0 ? undefined : durationText(path.minutes))}
        </Text>
        {hasMaxMessages && (
          <Badge variant="light" size="sm" tt="none">
            {t.maxMessages}
          </Badge>
        )}
      </Group>
    </UnstyledButton>
  );
}
