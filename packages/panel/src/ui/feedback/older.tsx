import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OlderPages } from '../../api/older-pages.ts';
import { useFormats } from '../format/formats.ts';
import { defineTexts, useTexts } from '../texts.ts';
import { Failure } from './loaded.tsx';

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

/** Loads older entries; a search that did not reach the end continues from where it stopped. */
export function Older({ pages }: { pages: OlderPages<unknown> }): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const { error, hasMore, reached, isLoading, load } = pages;
  return (
    <>
      {error && <Failure error={error} retry={load} />}
      {hasMore && (
        <Stack align="center" gap="xs">
          {reached !== null && (
            <Text size="sm" c="dimmed" role="status">
              {t.reached(instant(reached))}
            </Text>
          )}
          <Button variant="default" loading={isLoading} onClick={load}>
            {reached === null ? t.older : t.further}
          </Button>
        </Stack>
      )}
    </>
  );
}
