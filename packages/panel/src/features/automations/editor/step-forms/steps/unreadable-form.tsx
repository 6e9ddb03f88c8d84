import { Button, Code, Group, ScrollArea, Stack, Text } from '@mantine/core';
import type { UnreadableStep } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../../ui/texts.ts';
import { useEditing } from '../../canvas/editing.tsx';
import { useOpenJson } from '../../json/use-open-json.ts';
import type { StepAccess } from '../use-step.ts';
import { stepTexts } from './texts.ts';

type UnreadableFormProps = { step: UnreadableStep; path: string; access: StepAccess };

/** The JSON value of a definition that is not a readable step, and how to repair it (EDT9). */
export function UnreadableForm({ step: { id, data }, path, access }: UnreadableFormProps): ReactNode {
  const t = useTexts(stepTexts);
  const { remove } = useEditing();
  const openJson = useOpenJson();
  return (
    <Stack>
      <Text>{t.unreadable}</Text>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Code block>{JSON.stringify(data.value, null, 2)}</Code>
      </ScrollArea.Autosize>
      <Group gap="xs">
        <Button variant="default" onClick={() => openJson(path)}>
          {t.openJson}
        </Button>
        {!access.isLocked && id !== undefined && (
          <Button variant="light" color="vermelho" onClick={() => remove(id)}>
            {t.removeUnreadable}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
