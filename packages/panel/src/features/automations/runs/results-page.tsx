import { Box, Breadcrumbs, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Counting, countedAfterMs } from '../../../ui/feedback/counting.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ResultsTotals } from './results/results-totals.tsx';
import { Funnel, type Results } from './results/funnel.tsx';
import { Reasons } from './results/reasons.tsx';
import { RevenueBars } from './results/revenue-bars.tsx';
import { StepDiagram } from './results/step-diagram.tsx';
import { texts } from './results/texts.ts';

const periods = ['7', '30', '90'];

/** The results of an automation: recovered revenue, and a funnel for each of its messages. */
export function ResultsPage(): ReactNode {
  const t = useTexts(texts);
  const { automationId = '' } = useParams({ strict: false });
  const { days } = useSearch({ strict: false }) as { days?: string };
  const navigate = useNavigate();
  const period = periods.find((one) => one === days) ?? '30';
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/results',
    { params: { automationId }, query: { days: Number(period) } },
    { refetchInterval: ({ state }) => state.data?.results === null && countedAfterMs },
  );
  return (
    <Page
      title={t.title(query.data?.name ?? '…')}
      above={<ResultsTrail name={query.data?.name} automationId={automationId} />}
      actions={
        <SegmentedControl
          aria-label={t.period}
          data={periods.map((value) => ({ value, label: t.days(value) }))}
          value={period}
          onChange={(days) => void navigate({ to: '.', search: { days }, replace: true })}
        />
      }
    >
      <Loaded query={query} rows={8}>
        {({ results }) =>
          results ? <ResultsBody results={results} automationId={automationId} /> : <Counting>{t.counting}</Counting>
        }
      </Loaded>
    </Page>
  );
}

function ResultsBody({ results, automationId }: { results: Results; automationId: string }): ReactNode {
  const t = useTexts(texts);
  return (
    <>
      <ResultsTotals results={results} automationId={automationId} />
      {results.byDay.length > 0 && <RevenueBars {...results} />}
      <Stack gap="sm">
        <div>
          <Title order={2}>{t.perStep}</Title>
          <Text size="sm" c="dimmed">
            {t.perStepHint}
          </Text>
        </div>
        <StepDiagram results={results} automationId={automationId} />
        <Funnel results={results} automationId={automationId} />
      </Stack>
      {results.reasons.length > 0 && <Reasons results={results} />}
    </>
  );
}

function ResultsTrail({ name, automationId }: { name: string | undefined; automationId: string }): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <Box component="nav" aria-label={t.trail} mb="xs">
      <Breadcrumbs>
        <AnchorLink size="sm" to="/$storeId/automations" params={{ storeId }} search={{}}>
          {t.automations}
        </AnchorLink>
        {name && (
          <AnchorLink size="sm" to="/$storeId/automations/$automationId" params={{ storeId, automationId }} search={{}}>
            {name}
          </AnchorLink>
        )}
      </Breadcrumbs>
    </Box>
  );
}
