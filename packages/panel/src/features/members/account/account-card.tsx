import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { Surface } from '../../../ui/surface.tsx';

type AccountCardProps = { title: string; text: string; error?: Error | null; children?: ReactNode };

/** A card for one topic of the account, with the error of its last request. */
export const AccountCard = ({ title, text, error, children }: AccountCardProps): ReactNode => (
  <Surface component="section" aria-label={title}>
    <Stack gap="sm" align="flex-start">
      <Title order={2}>{title}</Title>
      <Text>{text}</Text>
      <Refusal error={error} />
      {children}
    </Stack>
  </Surface>
);
