import { Box, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeTrigger } from '../../../diagram/cards/step-text.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { automationState, type Automation } from './automation.ts';
import { RowMenu } from './row-menu.tsx';
import { texts } from './texts.ts';

/** The automations as a table, on a phone as cards. */
export const AutomationTable = ({ automations }: { automations: readonly Automation[] }): ReactNode => (
  <>
    <Surface p={0} visibleFrom="md" style={{ overflow: 'hidden' }}>
      <WideTable automations={automations} />
    </Surface>
    <Stack hiddenFrom="md" gap="sm">
      {automations.map((automation) => (
        <AutomationCard key={automation.automationId} automation={automation} />
      ))}
    </Stack>
  </>
);

function WideTable({ automations }: { automations: readonly Automation[] }): ReactNode {
  const t = useTexts(texts);
  const { number, money } = useFormats();
  return (
    <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover highlightOnHoverColor="var(--retoma-hover)">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.automation}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
          <Table.Th ta="right">{t.entered}</Table.Th>
          <Table.Th ta="right">{t.messages}</Table.Th>
          <Table.Th ta="right">{t.paidOrders}</Table.Th>
          <Table.Th ta="right">{t.recovered}</Table.Th>
          <Table.Th>{t.problems}</Table.Th>
          <Table.Th w={52} aria-label={t.show} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {automations.map((automation) => (
          <Table.Tr key={automation.automationId}>
            <Table.Td>
              <Name automation={automation} />
            </Table.Td>
            <Table.Td>
              <AutomationStatus automation={automation} />
            </Table.Td>
            <Table.Td ta="right">{counted(automation.results?.entered, number)}</Table.Td>
            <Table.Td ta="right">{counted(automation.results?.messages, number)}</Table.Td>
            <Table.Td ta="right">{counted(automation.results?.paidOrders, number)}</Table.Td>
            <Table.Td ta="right" fw={600}>
              {counted(automation.results?.recoveredCents, money)}
            </Table.Td>
            <Table.Td>
              <Problems automation={automation} />
            </Table.Td>
            <Table.Td>
              <RowMenu automation={automation} name={automation.name || t.noName} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Shows an ellipsis for an unknown count, until the list is fetched again. */
const counted = (count: number | undefined, written: (count: number) => string): string =>
  count === undefined ? '…' : written(count);

function AutomationCard({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const { number, money } = useFormats();
  const { results } = automation;
  const { errors, warnings } = automation.problems;
  const counts = [
    [t.entered, counted(results?.entered, number)],
    [t.messages, counted(results?.messages, number)],
    [t.paidOrders, counted(results?.paidOrders, number)],
    [t.recovered, counted(results?.recoveredCents, money)],
  ] as const;
  return (
    <Surface>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Name automation={automation} />
        <RowMenu automation={automation} name={automation.name || t.noName} />
      </Group>
      <Group gap="xs" my="xs">
        <AutomationStatus automation={automation} />
        {errors + warnings + (results?.failed ?? 0) > 0 && <Problems automation={automation} />}
      </Group>
      <Box component="dl" m={0} style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 8 }}>
        {counts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" m={0} fw={500}>
              {value}
            </Text>
          </div>
        ))}
      </Box>
    </Surface>
  );
}

function Name({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { storeId } = useStore();
  const params = { storeId, automationId: automation.automationId };
  return (
    <Stack gap={2}>
      <AnchorLink
        fw={500}
        c="var(--mantine-color-text)"
        style={{ overflowWrap: 'anywhere' }}
        to="/$storeId/automations/$automationId"
        params={params}
      >
        {automation.name || t.noName}
      </AnchorLink>
      <Text size="sm" c="dimmed">
        {describeTrigger(automation.triggerEvent, locale).name}
      </Text>
    </Stack>
  );
}

function AutomationStatus({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const state = automationState(automation);
  const looks = { active: ['ok', t.isActive], paused: ['wait', t.isPaused], draft: ['plain', t.isDraft] } as const;
  const [tone, label] = looks[state];
  return (
    <Stack gap={2} align="flex-start">
      <ToneBadge tone={tone}>{label}</ToneBadge>
      {automation.hasChanges && state !== 'draft' && (
        <Text size="xs" c="dimmed">
          {t.changed}
        </Text>
      )}
    </Stack>
  );
}

/** The problems of the draft, and the messages that were not sent because of an error. */
function Problems({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { storeId } = useStore();
  const { automationId, problems, results } = automation;
  const { errors, warnings } = problems;
  const failed = results?.failed ?? 0;
  if (errors + warnings + failed === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.fine}
      </Text>
    );
  return (
    <Stack gap={2} align="flex-start">
      {errors + warnings > 0 && <DraftProblems errors={errors} warnings={warnings} />}
      {failed > 0 && (
        <AnchorLink
          size="sm"
          to="/$storeId/messages"
          params={{ storeId }}
          search={{ state: 'failed', automationId }}
          style={{ whiteSpace: 'nowrap' }}
        >
          {t.failed(number(failed))}
        </AnchorLink>
      )}
    </Stack>
  );
}

function DraftProblems({ errors, warnings }: Automation['problems']): ReactNode {
  const t = useTexts(texts);
  const [color, label] = errors > 0 ? ['vermelho', t.errors(errors)] : ['ambar', t.warnings(warnings)];
  return (
    <Group gap={6} wrap="nowrap" c={`var(--mantine-color-${color}-light-color)`}>
      <Icon name="warning" size={16} />
      <Text size="sm">{label}</Text>
    </Group>
  );
}
