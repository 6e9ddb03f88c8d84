import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { FlowTemplate } from '@retoma/flow/templates';
import type { ReactNode } from 'react';
import { describeTrigger } from '../../../diagram/cards/step-text.ts';
import { useLocale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ChannelList } from './channel-list.tsx';
import { texts } from './texts.ts';

type TemplateCardProps = {
  template: FlowTemplate;
  onLook: () => void;
  /** Undefined for members who may not edit. */
  onUse: (() => void) | undefined;
  isUsing: boolean;
};

/** A template: its purpose, its trigger, and its channels. */
export function TemplateCard({ template, onLook, onUse, isUsing }: TemplateCardProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { about, flow } = template;
  const title = about.title[locale];
  return (
    <Surface style={{ display: 'flex' }}>
      <Stack gap="xs" justify="space-between" flex={1}>
        <Stack gap={4}>
          <Text size="sm" c="dimmed">
            {describeTrigger(flow.trigger_event, locale).name}
          </Text>
          <Title order={2}>{title}</Title>
          <Text>{about.promise[locale]}</Text>
          <ChannelList flow={flow} />
        </Stack>
        <Group gap={6} mt="xs">
          {onUse && (
            <Button size="sm" px={10} variant="light" loading={isUsing} aria-label={t.takeIt(title)} onClick={onUse}>
              {t.take}
            </Button>
          )}
          <Button size="sm" px={10} variant="default" aria-label={t.lookAt(title)} onClick={onLook}>
            {t.look}
          </Button>
        </Group>
      </Stack>
    </Surface>
  );
}
