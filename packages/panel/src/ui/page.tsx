import { Box, Group, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

type PageProps = {
  title: string;
  /** Shown below the title: a line of text. */
  note?: ReactNode;
  /** Shown beside the title: the status. */
  status?: ReactNode;
  /** Shown on the right. */
  actions?: ReactNode;
  /** Shown above the title: the link back, or the path of the page. */
  above?: ReactNode;
  children: ReactNode;
};

/** A page of the panel: its h1, its actions and its content. */
export function Page({ title, note, status, actions, above, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Retoma`;
  }, [title]);
  return (
    <Stack gap="lg" p={{ base: 'md', sm: 28 }} maw={1280} mx="auto">
      <Box>
        {above}
        <Group justify="space-between" gap="sm">
          <div>
            <Group gap="sm">
              <Title order={1}>{title}</Title>
              {status}
            </Group>
            {note}
          </div>
          <Group gap="xs">{actions}</Group>
        </Group>
      </Box>
      {children}
    </Stack>
  );
}
