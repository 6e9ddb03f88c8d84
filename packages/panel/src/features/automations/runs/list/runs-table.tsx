import { Box, Checkbox, Divider, Group, Stack, Table, Text } from '@mantine/core';
import { describeReason, triggerNames } from '@retoma/flow';
import { Fragment, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CustomerLink } from '../../../../ui/customer-link.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { useLocale, type Locale, type Localized } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { RunStateBadge } from '../state-badge.tsx';
import { texts as shared, type ListedRun } from '../texts.ts';
import { withLabels } from '../../../../ui/with-labels.ts';
import { texts } from './texts.ts';

/** The selected runs; undefined if selection is not available. */
export type Selection = {
  ids: ReadonlySet<string>;
  isAll: boolean;
  toggle: (ids: readonly string[], on: boolean) => void;
};

type TableProps = { runs: readonly ListedRun[]; selection: Selection | undefined };

/** Runs as table rows, on a phone as cards. */
export function RunsTable({ runs, selection }: TableProps): ReactNode {
  const t = useTexts(texts);
  const selectedCount = runs.filter(({ runId }) => selection?.isAll || selection?.ids.has(runId)).length;
  return (
    <Box>
      <Table.ScrollContainer minWidth={900} visibleFrom="sm" type="native">
        <Table verticalSpacing={10} horizontalSpacing="md" highlightOnHover highlightOnHoverColor="var(--retoma-hover)">
          <Table.Thead>
            <Table.Tr>
              {selection && (
                <Table.Th w={40}>
                  <Checkbox
                    aria-label={t.selectAll}
                    checked={selectedCount > 0 && selectedCount === runs.length}
                    indeterminate={selectedCount > 0 && selectedCount < runs.length}
                    onChange={({ currentTarget }) =>
                      selection.toggle(
                        runs.map(({ runId }) => runId),
                        currentTarget.checked,
                      )
                    }
                  />
                </Table.Th>
              )}
              <Table.Th>{t.contact}</Table.Th>
              <Table.Th>{t.automation}</Table.Th>
              <Table.Th>{t.state}</Table.Th>
              <Table.Th>{t.step}</Table.Th>
              <Table.Th>{t.began}</Table.Th>
              <Table.Th ta="right">{t.value}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <RunTableRow key={run.runId} run={run} selection={selection} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Stack hiddenFrom="sm" gap={0}>
        {runs.map((run, index) => (
          <Fragment key={run.runId}>
            {index > 0 && <Divider />}
            <RunCard run={run} selection={selection} />
          </Fragment>
        ))}
      </Stack>
    </Box>
  );
}

function Select({ run, selection }: { run: ListedRun; selection: Selection }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  return (
    <Checkbox
      className="over-row"
      aria-label={t.select(run.name ?? s.unknownContact)}
      checked={selection.isAll || selection.ids.has(run.runId)}
      onChange={({ currentTarget }) => selection.toggle([run.runId], currentTarget.checked)}
    />
  );
}

function ContactName({ run }: { run: ListedRun }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { storeId } = useStore();
  const below = [run.orderNumber === null ? null : s.order(run.orderNumber), run.contact].filter(
    (text) => text !== null,
  );
  return (
    <Box>
      <Link
        className="row-cover"
        aria-label={t.open(run.name ?? s.unknownContact)}
        to="/$storeId/runs/$runId"
        params={{ storeId, runId: run.runId }}
        search={{}}
      />
      <Text component="div" size="sm" fw={500}>
        {run.contact === null ? (
          (run.name ?? s.unknownContact)
        ) : (
          <CustomerLink of={{ runId: run.runId }}>{run.name ?? s.unknownContact}</CustomerLink>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {below.join(' · ')}
      </Text>
    </Box>
  );
}

function State({ run }: { run: ListedRun }): ReactNode {
  const s = useTexts(shared);
  return <RunStateBadge state={run.state}>{run.held ? s.held : undefined}</RunStateBadge>;
}

function CurrentStep({ run }: { run: ListedRun }): ReactNode {
  const { locale } = useLocale();
  const { instant } = useStoreFormats();
  return (
    <>
      <Text size="sm" lineClamp={1} maw={260} {...(!run.step && { c: 'dimmed' })}>
        {run.step ? withLabels(run.step, locale) : endedBecause(run.reason, locale)}
      </Text>
      {run.wakeAt && (
        <Text size="xs" c="dimmed">
          {instant(run.wakeAt)}
        </Text>
      )}
    </>
  );
}

/** Why a run is over: the event that ended it, or the reason of its last message. */
const endedBecause = (reason: string | null, locale: Locale): string | undefined =>
  reason === null
    ? undefined
    : ((triggerNames as Partial<Record<string, Localized>>)[reason]?.[locale] ?? describeReason(reason, locale));

function RunTableRow({ run, selection }: { run: ListedRun; selection: Selection | undefined }): ReactNode {
  const s = useTexts(shared);
  const { ago, money } = useStoreFormats();
  return (
    <Table.Tr className="listed-row">
      {selection && (
        <Table.Td>
          <Select run={run} selection={selection} />
        </Table.Td>
      )}
      <Table.Td>
        <ContactName run={run} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={1} maw={220}>
          {run.automation}
        </Text>
        <Text size="xs" c="dimmed">
          {s.version(run.version)}
        </Text>
      </Table.Td>
      <Table.Td>
        <State run={run} />
      </Table.Td>
      <Table.Td>
        <CurrentStep run={run} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{ago(run.startedAt)}</Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {run.cents === null ? '—' : money(run.cents)}
      </Table.Td>
    </Table.Tr>
  );
}

function RunCard({ run, selection }: { run: ListedRun; selection: Selection | undefined }): ReactNode {
  const { ago, money } = useStoreFormats();
  return (
    <Group className="listed-row" px="md" py="sm" gap="sm" wrap="nowrap" align="flex-start">
      {selection && <Select run={run} selection={selection} />}
      <Stack gap={6} flex={1} miw={0}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <ContactName run={run} />
          <Text size="sm">{run.cents === null ? '' : money(run.cents)}</Text>
        </Group>
        <Group gap="xs">
          <State run={run} />
          <Text size="xs" c="dimmed">
            {ago(run.startedAt)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {run.automation}
        </Text>
      </Stack>
    </Group>
  );
}
