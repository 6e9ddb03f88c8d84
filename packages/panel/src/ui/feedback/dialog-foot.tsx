import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The buttons of a dialog: the way back first, then the action, named by what it does. On a phone the action is on top. */
export const DialogFoot = ({ children }: { children: ReactNode }): ReactNode => (
  <Group className="dialog-foot" justify="flex-end" gap="xs">
    {children}
  </Group>
);
