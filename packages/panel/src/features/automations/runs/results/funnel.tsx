import { Box, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../../api/call.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { Surface } from '../../../../ui/surface.tsx';
import { AnchorLink } from '../../../../ui/links.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { withLabels } from '../../../../ui/with-labels.ts';
import { texts } from './texts.ts';

/** The results of an automation, as the service reports them. */
export type Results = NonNullable<
  ApiResponse<'GET /panel/api/stores/:storeId/automations/:automationId/results'>['results']
>;

const stages = ['wanted', 'sent', 'delivered', 'read', 'reacted', 'paid'] as const;

/** A funnel for each message, from the contacts that should get it to those that paid, with the losses in between. */
export function Funnel({ results, automationId }: { results: Results; automationId: string }): ReactNode {
  const t = useTexts(texts);
  if (results.steps.length === 0) return <Text c="dimmed">{t.none}</Text>;
  return (
    <Stack gap="md">
      {results.steps.map((step) => (
        <FunnelStep key={step.path + step.label} step={step} automationId={automationId} days={results.days} />
      ))}
    </Stack>
  );
}

function FunnelStep({
  step,
  automationId,
  days,
}: {
  step: Results['steps'][number];
  automationId: string;
  days: number;
}): ReactNode {
  const t = useTexts(texts);
  const { money } = useFormats();
  const { storeId } = useStore();
  const { locale } = useLocale();
  const label = withLabels(step.label, locale);
  const { entered, sent, delivered, read, reacted, paid } = step;
  // SMS has no read reports, and a provider may not report delivery: a stage without reports is not shown as a loss.
  const counts = { wanted: entered, sent, delivered, read, reacted, paid };
  const visible = stages.filter((stage) => counts[stage] > 0 || ['wanted', 'sent', 'paid'].includes(stage));
  return (
    <Surface component="section" aria-label={label}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <Icon name={step.channel} />
            <Title order={3} size="h2" lineClamp={2}>
              {label}
            </Title>
          </Group>
          {step.cents > 0 && <Text fw={600}>{money(step.cents)}</Text>}
        </Group>
        <Stack gap={6}>
          {visible.map((stage, index) => (
            <Bar
              key={stage}
              name={t[stage]}
              value={counts[stage]}
              before={index === 0 ? undefined : counts[visible[index - 1]!]}
              max={entered}
            />
          ))}
        </Stack>
        <AnchorLink
          size="sm"
          to="/$storeId/runs"
          params={{ storeId }}
          search={{ automationId, step: step.path, days: String(days) }}
        >
          {t.seeRuns}
        </AnchorLink>
      </Stack>
    </Surface>
  );
}

type BarProps = { name: string; value: number; before: number | undefined; max: number };

function Bar({ name, value, before, max }: BarProps): ReactNode {
  const t = useTexts(texts);
  const { number, percent } = useFormats();
  const share = max === 0 ? 0 : value / max;
  const lost = before === undefined ? 0 : before - value;
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" w={{ base: 110, sm: 180 }} style={{ flexShrink: 0 }}>
        {name}
      </Text>
      <Box flex={1} h={14} bg="var(--retoma-hover)" style={{ borderRadius: 7, overflow: 'hidden' }} aria-hidden="true">
        <Box h="100%" w={`${share * 100}%`} bg="var(--mantine-primary-color-filled)" />
      </Box>
      <Text size="sm" w={56} ta="right" fw={500}>
        {number(value)}
      </Text>
      <Text size="sm" w={52} ta="right" c="dimmed" visibleFrom="xs">
        {percent(share)}
      </Text>
      <Text
        size="sm"
        w={56}
        ta="right"
        c="dimmed"
        visibleFrom="xs"
        title={lost > 0 ? t.lostOf(number(lost)) : undefined}
      >
        {lost > 0 ? t.lost(number(lost)) : ''}
      </Text>
    </Group>
  );
}
