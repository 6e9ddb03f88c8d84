import { Alert, Badge, Box, Checkbox, Group, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DifferenceList } from '../../../ui/difference-list.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { FixChoice } from './fix-rounds.ts';
import { fixText } from './fix-text.ts';
import { texts } from './texts.ts';

type FixListProps = {
  choices: readonly FixChoice[];
  staysFlat: readonly string[];
  onPick: (key: string, picked: boolean) => void;
};

/** The offered fixes, each with its effect. */
export function FixList({ choices, staysFlat, onPick }: FixListProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  if (choices.length === 0 && staysFlat.length === 0) return null;
  return (
    <Surface component="section" aria-label={t.fixes}>
      <Stack gap="sm">
        <Title order={2}>{t.fixes}</Title>
        <Text size="sm" c="dimmed">
          {t.fixesText}
        </Text>
        {choices.map(({ key, code, lossy, picked, details, before, after }) => (
          <Stack key={key} gap={4}>
            <Checkbox
              checked={picked}
              onChange={(event) => onPick(key, event.currentTarget.checked)}
              label={
                <Group gap="xs">
                  {fixText(code, locale)}
                  {lossy && (
                    <Badge variant="light" color="ambar" tt="none">
                      {t.lossy}
                    </Badge>
                  )}
                </Group>
              }
            />
            {details && (
              <List size="sm" pl={32} styles={{ item: { overflowWrap: 'anywhere' } }}>
                {details.map((detail) => (
                  <List.Item key={detail}>{detail}</List.Item>
                ))}
              </List>
            )}
            {before && after && (
              <Box pl={32}>
                <DifferenceList before={before} after={after} />
              </Box>
            )}
          </Stack>
        ))}
        {staysFlat.length > 0 && (
          <Alert color="ambar" icon={<Icon name="info" />} title={t.staysFlat}>
            <List size="sm">
              {staysFlat.map((why) => (
                <List.Item key={why}>{why}</List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </Surface>
  );
}
