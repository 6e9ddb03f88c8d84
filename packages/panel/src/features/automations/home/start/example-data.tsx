import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { Tile } from '../../../../ui/tone-badge.tsx';
import { useExampleStore } from '../../../../ui/linked-stores/use-example-store.ts';
import { texts } from './texts.ts';

/** Offers example data to those who have none. */
export function ExampleData(): ReactNode {
  const t = useTexts(texts);
  const { isOffered, isOpening, open } = useExampleStore();
  if (!isOffered) return null;
  return (
    <Surface component="section" aria-label={t.exampleData}>
      <Group gap="sm">
        <Tile tone="calm" icon="chart" />
        <Text flex={1} miw={240}>
          <b>{t.exampleTitle}</b>{' '}
          <Text span c="dimmed">
            {t.exampleText}
          </Text>
        </Text>
        <Button variant="subtle" loading={isOpening} onClick={open}>
          {t.exampleData}
        </Button>
      </Group>
    </Surface>
  );
}
