import { Box, Grid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../surface.tsx';

type TopicProps = { title: string; help?: string; children: ReactNode };

/** One topic of a settings page: its description on the left, its fields on the right. */
export const Topic = ({ title, help, children }: TopicProps): ReactNode => (
  <Box component="section" aria-label={title}>
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Title order={2}>{title}</Title>
        {help && (
          <Text c="dimmed" size="sm" mt={4}>
            {help}
          </Text>
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Surface>
          <Stack gap="md">{children}</Stack>
        </Surface>
      </Grid.Col>
    </Grid>
  </Box>
);
