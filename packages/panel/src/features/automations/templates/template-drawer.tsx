import { Button, Drawer, Group, Stack, Text, Timeline, Title } from '@mantine/core';
import { describeMinutes } from '@retoma/flow';
import type { FlowTemplate } from '@retoma/flow/templates';
import { lazy, Suspense, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ChannelList } from './channel-list.tsx';
import { texts } from './texts.ts';

const StepOutline = lazy(async () => ({ default: (await import('../../../diagram/step-outline.tsx')).StepOutline }));

type TemplateDrawerProps = {
  template: FlowTemplate | undefined;
  onClose: () => void;
  onUse: ((template: FlowTemplate) => void) | undefined;
  isUsing: boolean;
};

/** The details of a template: what happens to one contact, and its flow. */
export function TemplateDrawer({ template, onClose, onUse, isUsing }: TemplateDrawerProps): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  return (
    <Drawer
      opened={template !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={template?.about.title[locale]}
    >
      {template && (
        <Stack gap="lg">
          <Stack gap={4}>
            <Text>{template.about.promise[locale]}</Text>
            <ChannelList flow={template.flow} />
          </Stack>
          {onUse && (
            <Group>
              <Button loading={isUsing} onClick={() => onUse(template)}>
                {t.take}
              </Button>
            </Group>
          )}
          <TemplateExample template={template} />
          <Stack gap="sm">
            <Title order={2}>{t.flow}</Title>
            <Suspense>
              <StepOutline flow={template.flow} />
            </Suspense>
          </Stack>
        </Stack>
      )}
    </Drawer>
  );
}

function TemplateExample({ template }: { template: FlowTemplate }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { story: example } = template.about;
  return (
    <Stack gap="sm">
      <Title order={2}>{t.example}</Title>
      <Timeline bulletSize={24} lineWidth={2} active={example.length}>
        {example.map(({ at, step, text }) => (
          <Timeline.Item
            key={`${at} ${text[locale]}`}
            bullet={<Icon name={step === undefined ? 'person' : 'message'} size={14} />}
          >
            <Text size="sm" c="dimmed">
              {at === 0 ? t.atOnce : t.later(describeMinutes(at, locale))}
            </Text>
            <Text>{text[locale]}</Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}
