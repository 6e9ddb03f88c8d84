import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { Empty, NothingMatches } from '../../../ui/feedback/empty.tsx';
import { useFormats } from '../../../ui/format/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Older } from '../../../ui/feedback/older.tsx';
import { ExportCsv } from '../../../ui/lists/export-csv.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { Page } from '../../../ui/page.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { BulkBar } from './list/bulk-bar.tsx';
import { useFilter } from './list/filter.ts';
import { RunFilters } from './list/run-filters.tsx';
import { RunsTable, type Selection } from './list/runs-table.tsx';
import { texts } from './list/texts.ts';
import { useRuns } from './list/use-runs.ts';
import { LiveDot } from './live/live-dot.tsx';
import { texts as shared } from './texts.ts';
import { UseTemplate } from './use-template.tsx';

/** The runs of a store, with filters and with operations on one or on all matching runs. */
export function RunsPage(): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const { storeId, can } = useStore();
  const { filter } = useFilter();
  return (
    <Page
      title={s.runs}
      actions={
        <>
          <LiveDot />
          {can('seeShoppers') && (
            <>
              <ButtonLink
                variant="default"
                leftSection={<Icon name="info" size={16} />}
                to="/$storeId/customer"
                params={{ storeId }}
              >
                {t.explain}
              </ButtonLink>
              <ExportCsv
                name={s.runs.toLowerCase()}
                load={() => call('GET /panel/api/stores/:storeId/runs/export', { params: { storeId }, query: filter })}
              />
            </>
          )}
        </>
      }
    >
      <RunFilters />
      {/* A new filter shows a new list, so the selection is cleared. */}
      <RunList key={JSON.stringify(filter)} />
    </Page>
  );
}

function RunList(): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { can } = useStore();
  const { filter, clear } = useFilter();
  const { query, runs, fresh, showFresh, older } = useRuns(filter);
  const [selected, setSelected] = useState<{ ids: ReadonlySet<string>; isAll: boolean }>(nothing);
  const selection: Selection = {
    ...selected,
    toggle: (ids, on) =>
      setSelected({
        ids: withIds(selected.isAll ? runs.map(({ runId }) => runId) : selected.ids, ids, on),
        isAll: false,
      }),
  };
  return (
    <Stack>
      {can('operateRuns') && (selected.isAll || selected.ids.size > 0) && (
        <BulkBar
          filter={filter}
          {...selected}
          onAll={() => setSelected({ ids: new Set(), isAll: true })}
          onClear={() => setSelected(nothing)}
        />
      )}
      {fresh > 0 && (
        <Group justify="center">
          <Button size="xs" variant="light" onClick={showFresh}>
            {t.fresh(number(fresh))}
          </Button>
        </Group>
      )}
      <Loaded query={query} rows={8}>
        {() => (
          <Surface p={0} style={{ overflow: 'hidden' }}>
            {runs.length > 0 ? (
              <RunsTable runs={runs} selection={can('operateRuns') ? selection : undefined} />
            ) : Object.keys(filter).length > 0 ? (
              <NothingMatches icon="run" onClear={clear} />
            ) : (
              <Empty icon="run" text={t.empty}>
                <UseTemplate />
              </Empty>
            )}
          </Surface>
        )}
      </Loaded>
      <Older pages={older} />
    </Stack>
  );
}

const nothing = { ids: new Set<string>(), isAll: false };

function withIds(before: Iterable<string>, ids: readonly string[], on: boolean): Set<string> {
  const after = new Set(before);
  for (const id of ids) {
    if (on) after.add(id);
    else after.delete(id);
  }
  return after;
}
