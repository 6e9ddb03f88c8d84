import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../format/formats.ts';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts(
  {
    older: 'Mostrar mais antigas',
    further: 'Procurar nas mais antigas',
    reached: (instant: string) => `Procuramos até ${instant}.`,
  },
  {
    older: 'Show older ones',
    further: 'Look further back',
    reached: (instant) => `We looked back to ${instant}.`,
  },
);

/** Loads older entries. `reached`: how far back the search went, if that was not the end; the next request continues there. */
export function Older({
  reached,
  isLoading = false,
  onLoad,
}: {
  reached: string | null;
  isLoading?: boolean;
  onLoad: () => void;
}): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  return (
    <Stack align="center" gap="xs">
      {reached !== null && (
        <Text size="sm" c="dimmed" role="status">
          {t.reached(instant(reached))}
        </Text>
      )}
      <Button variant="default" loading={isLoading} onClick={onLoad}>
        {reached === null ? t.older : t.further}
      </Button>
    </Stack>
  );
}
