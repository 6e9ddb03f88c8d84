import { Alert, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';

type FirstContactAlertsProps = { findings: readonly { text: string; shapes: readonly string[] }[] };

/** COM43: what a connection and its provider do not understand of each other, each with what to do and the names to report. */
export const FirstContactAlerts = ({ findings }: FirstContactAlertsProps): ReactNode =>
  findings.map(({ text, shapes }) => (
    <Alert key={text} color="ambar" icon={<Icon name="warning" />}>
      <Stack gap={4}>
        <Text size="sm">{text}</Text>
        {shapes.map((shape) => (
          <Text key={shape} size="sm" ff="monospace">
            {shape}
          </Text>
        ))}
      </Stack>
    </Alert>
  ));
