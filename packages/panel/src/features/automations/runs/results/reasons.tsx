import { Group, Stack, Text, Title } from '@mantine/core';
import { describeReason } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Results } from './funnel.tsx';
import { texts } from './texts.ts';

/** The reasons why messages were not sent, most frequent first. */
export function Reasons({ results }: { results: Results }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { locale } = useLocale();
  return (
    <Surface component="section" aria-label={t.reasons}>
      <Stack gap="xs">
        <Title order={2}>{t.reasons}</Title>
        {results.reasons.map(({ reason, count }) => (
          <Group key={reason} justify="space-between" wrap="nowrap">
            <Text size="sm">{describeReason(reason, locale) ?? reason}</Text>
            <Text size="sm" fw={500}>
              {number(count)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Surface>
  );
}
