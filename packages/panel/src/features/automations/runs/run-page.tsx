import { Alert, Box, Breadcrumbs, Group, Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useMemo, type ReactNode } from 'react';
import { LazyDiagram } from '../../../diagram/lazy-diagram.tsx';
import { useApiQuery } from '../../../api/query.ts';
import { CustomerLink } from '../../../ui/customer-link.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Page } from '../../../ui/page.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { LiveDot } from './live/live-dot.tsx';
import { RunFacts } from './run/run-summary.tsx';
import { runHighlights } from './run/highlights.ts';
import { MessagePanel } from './run/message-panel.tsx';
import type { TimelineRow, Run } from './run/row.ts';
import { rowsOf } from './run/rows.ts';
import { RunActions } from './run/run-actions.tsx';
import styles from './run/run.module.css';
import { texts } from './run/texts.ts';
import { Timeline } from './run/timeline.tsx';
import { RunStateBadge } from './state-badge.tsx';
import { texts as shared } from './texts.ts';

/** Polls for updates that the stream does not push: deliveries and reads. */
const pollMs = 15_000;

/** One run: its timeline, what it waits for, and its messages. */
export function RunPage(): ReactNode {
  const s = useTexts(shared);
  const { runId = '' } = useParams({ strict: false });
  const query = useApiQuery(
    'GET /panel/api/stores/:storeId/runs/:runId',
    { params: { runId } },
    { refetchInterval: pollMs },
  );
  const run = query.data?.run;
  const t = useTexts(texts);
  const contact = run ? (run.name ?? s.unknownContact) : s.runs;
  return (
    <Page
      title={run ? t.title(contact, run.orderNumber === null ? '' : s.order(run.orderNumber)) : contact}
      above={<RunTrail run={run} />}
      actions={
        <>
          <LiveDot />
          {run && <RunActions run={run} />}
        </>
      }
    >
      <Loaded query={query} rows={8}>
        {({ run }) => <RunBody run={run} />}
      </Loaded>
    </Page>
  );
}

function RunTrail({ run }: { run: Run | undefined }): ReactNode {
  const s = useTexts(shared);
  const t = useTexts(texts);
  const { storeId } = useStore();
  const search = run ? { automationId: run.automationId } : {};
  return (
    <Box component="nav" aria-label={t.trail} mb="xs">
      <Breadcrumbs>
        <AnchorLink size="sm" to="/$storeId/runs" params={{ storeId }} search={{}}>
          {s.runs}
        </AnchorLink>
        {run && (
          <AnchorLink size="sm" to="/$storeId/runs" params={{ storeId }} search={search}>
            {run.automation}
          </AnchorLink>
        )}
      </Breadcrumbs>
    </Box>
  );
}

function RunBody({ run }: { run: Run }): ReactNode {
  const s = useTexts(shared);
  const t = useTexts(texts);
  const { instant, moment } = useStoreFormats();
  const { locale } = useLocale();
  const rows = useMemo(() => rowsOf(run, locale), [run, locale]);
  const until = run.waitsFor?.for === 'timer' ? moment(run.waitsFor.at) : undefined;
  return (
    <>
      <Group gap="sm" mt={-8}>
        <RunStateBadge state={run.state}>{run.held ? s.held : until ? s.until(until) : undefined}</RunStateBadge>
        <Text c="dimmed" size="sm">
          {t.below(run.automation, s.version(run.version), instant(run.startedAt))}
        </Text>
        <RunLinks run={run} />
      </Group>
      <RunFacts run={run} />
      {run.flow ? <Views run={run} rows={rows} /> : <Alert color="ambar">{t.noTimeline}</Alert>}
    </>
  );
}

/** Links to the order, or the cart, and to the customer of a run. */
function RunLinks({ run: { runId, orderId, orderNumber, checkoutId, contact } }: { run: Run }): ReactNode {
  const s = useTexts(shared);
  const t = useTexts(texts);
  const { storeId } = useStore();
  return (
    <Group gap="sm" fz="sm">
      {orderId !== null ? (
        <AnchorLink inherit to="/$storeId/orders/$orderId" params={{ storeId, orderId }}>
          {orderNumber === null ? t.order : s.order(orderNumber)}
        </AnchorLink>
      ) : (
        checkoutId !== null && (
          <AnchorLink inherit to="/$storeId/checkouts/$checkoutId" params={{ storeId, checkoutId }}>
            {t.cart}
          </AnchorLink>
        )
      )}
      {contact !== null && <CustomerLink of={{ runId }}>{t.customer}</CustomerLink>}
    </Group>
  );
}

function Views({ run, rows }: { run: Run; rows: readonly TimelineRow[] }): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { view, message } = useSearch({ strict: false }) as { view?: string; message?: string };
  const go = (search: { view?: string | undefined; message?: string | undefined }): void =>
    void navigate({ to: '.', search: { view, message, ...search }, replace: true });
  const current = run.messages.find((one) => one.message === message) ?? run.messages.at(-1);
  const highlights = useMemo(() => runHighlights(run, rows), [run, rows]);
  return (
    <Tabs
      value={view === 'diagram' ? 'diagram' : 'timeline'}
      keepMounted={false}
      onChange={(view) => go({ view: view === 'diagram' ? 'diagram' : undefined })}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="timeline">{t.timeline}</Tabs.Tab>
        <Tabs.Tab value="diagram">{t.diagram}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="timeline" className={styles['columns'] ?? ''}>
        <Surface p={0} py="xs">
          <Timeline run={run} rows={rows} selected={current?.message} onSelect={(message) => go({ message })} />
        </Surface>
        <MessagePanel run={run} message={current} />
      </Tabs.Panel>
      <Tabs.Panel value="diagram">
        <Surface p={0} h="70vh" style={{ overflow: 'hidden' }}>
          <Suspense>{run.flow && <LazyDiagram flow={run.flow} highlights={highlights} />}</Suspense>
        </Surface>
      </Tabs.Panel>
    </Tabs>
  );
}
