import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../surface.tsx';

/** Sums that are not counted yet are asked for again after so long, in milliseconds. */
export const countedAfterMs = 1_000;

/** A placeholder while a number is counted. */
export function Counting({ children }: { children: string }): ReactNode {
  return (
    <Surface>
      <Text role="status" c="dimmed">
        {children}
      </Text>
    </Surface>
  );
}
