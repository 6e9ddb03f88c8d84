import { Box, Button, Group, Stack, Text } from '@mantine/core';
import {
  actionOutputHandles,
  outputHandlesOf,
  walkFlow,
  type ActionOutputHandle,
  type Step,
  type Steps,
} from '@retoma/flow';
import type { ReactNode } from 'react';
import { Icon } from '../../../../../ui/icons.tsx';
import { Surface } from '../../../../../ui/surface.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useEditorStore } from '../../state/use-editor.ts';
import { stepTexts } from './texts.ts';

/** The outputs of a step besides the next step of its list: the number of steps of each, and a button to add or open the first. */
export function OutputsTab({ step }: { step: Step }): ReactNode {
  const t = useTexts(stepTexts);
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.outputsHow}
      </Text>
      {outputHandlesOf(step).map((handle) => (
        <Output key={handle} step={step} handle={handle} />
      ))}
    </Stack>
  );
}

function Output({ step, handle }: { step: Step; handle: ActionOutputHandle }): ReactNode {
  const t = useTexts(stepTexts);
  const { locked } = useFlowDocument();
  const { openDialog, select } = useEditorStore();
  const steps = (step as { readonly [member: string]: unknown })[actionOutputHandles[handle]] as Steps | undefined;
  const first = steps?.[0]?.id;
  return (
    <Surface p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Box miw={0}>
          <Text fw={500}>{t[handle]}</Text>
          <Text size="sm" c="dimmed">
            {t.steps([...walkFlow({ steps: steps ?? [] })].length)}
          </Text>
          {handle === 'no_reply' && (
            <Text size="xs" c="dimmed">
              {t.noReplyHint}
            </Text>
          )}
        </Box>
        {first !== undefined ? (
          <Button variant="default" size="compact-sm" flex="none" onClick={() => select(first)}>
            {t.openFirst}
          </Button>
        ) : (
          !locked && (
            <Button
              variant="default"
              size="compact-sm"
              flex="none"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => {
                const slot = { actionNodeId: step.id ?? '', actionOutputHandle: handle };
                openDialog({ kind: 'insert', slot });
              }}
            >
              {t.add}
            </Button>
          )
        )}
      </Group>
    </Surface>
  );
}
