import { Box, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../surface.tsx';

type TopicProps = { title: string; help?: string; children: ReactNode };

/** One topic of a settings page: its title and description, and below them the card of its fields. */
export const Topic = ({ title, help, children }: TopicProps): ReactNode => (
  <Box component="section" aria-label={title} maw={720}>
    <Title order={2}>{title}</Title>
    {help && (
      <Text c="dimmed" size="sm" mt={4}>
        {help}
      </Text>
    )}
    <Surface mt="sm">
      <Stack gap="md">{children}</Stack>
    </Surface>
  </Box>
);
