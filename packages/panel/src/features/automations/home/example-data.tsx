import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useExampleStore } from '../../../ui/use-example-store.ts';
import { texts } from './texts.ts';

/** Offers example data to those who have none. */
export function ExampleData(): ReactNode {
  const t = useTexts(texts);
  const { isOffered, isOpening, open } = useExampleStore();
  if (!isOffered) return null;
  return (
    <section aria-label={t.exampleData}>
      <Surface>
        <Group justify="space-between" gap="md">
          <Stack gap={4} flex={1} miw={240}>
            <Title order={2}>{t.exampleTitle}</Title>
            <Text size="sm" c="dimmed">
              {t.exampleText}
            </Text>
          </Stack>
          <Button variant="default" loading={isOpening} onClick={open}>
            {t.exampleData}
          </Button>
        </Group>
      </Surface>
    </section>
  );
}
