import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icons.tsx';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts({}, {});

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

/** The empty state of a list that has nothing with the current filters, with a button to clear them. */
export function NothingMatches({ icon, onClear }: { icon: IconName; onClear: () => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <Empty icon={icon} text={t.nothing}>
      <Button variant="default" onClick={onClear}>
        {t.clear}
      </Button>
    </Empty>
  );
}
