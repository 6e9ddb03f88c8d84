import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';

/** An empty state: the reason, and the next action. */
export const Empty = ({ icon, text, children }: { icon: IconName; text: string; children?: ReactNode }): ReactNode => (
  <Stack align="center" gap="md" py={48}>
    <ThemeIcon size={48} radius="xl" variant="light">
      <Icon name={icon} size={24} />
    </ThemeIcon>
    <Text ta="center" maw={420} style={{ textWrap: 'balance' }}>
      {text}
    </Text>
    {children && <Group justify="center">{children}</Group>}
  </Stack>
);
