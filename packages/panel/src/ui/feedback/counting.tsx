import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../surface.tsx';

/** The interval after which a count that is not ready is requested again, in milliseconds. */
export const countedAfterMs = 1_000;

/** A placeholder until a number is counted. */
export function Counting({ children }: { children: string }): ReactNode {
  return (
    <Surface>
      <Text role="status" c="dimmed">
        {children}
      </Text>
    </Surface>
  );
}
