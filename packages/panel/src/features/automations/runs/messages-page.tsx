import { Button, Group, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { ExportCsv } from '../../../ui/lists/export-csv.tsx';
import { ChoiceSelect, PeriodSelect, SearchInput } from '../../../ui/lists/list-filters.tsx';
import { usePrivateSearch } from '../../../ui/use-private-search.ts';
import { useStore } from '../../../ui/use-store.ts';
import { UseTemplate } from './use-template.tsx';
import { Empty, NothingMatches } from '../../../ui/feedback/empty.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { Older } from '../../../ui/feedback/older.tsx';
import { Page } from '../../../ui/page.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { AutomationSelect } from './automation-select.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { LiveDot } from './live/live-dot.tsx';
import { messageTexts, type RunMessage } from './message-text.ts';
import { MessagesTable } from './messages/messages-table.tsx';
import { texts } from './messages/texts.ts';
import { useMessages, type MessageFilter } from './messages/use-messages.ts';
import { texts as shared } from './texts.ts';

/** The messages of a store with their states. */
export function MessagesPage(): ReactNode {
  const s = useTexts(shared);
  const { storeId, can } = useStore();
  const { filter, clear } = useMessageFilter();
  return (
    <Page
      title={s.messages}
      actions={
        <>
          <LiveDot />
          {can('seeShoppers') && (
            <ExportCsv
              name={s.messages.toLowerCase()}
              load={() =>
                call('GET /panel/api/stores/:storeId/messages/export', { params: { storeId }, query: filter })
              }
            />
          )}
        </>
      }
    >
      <Filters />
      <MessageList key={JSON.stringify(filter)} filter={filter} clear={clear} />
    </Page>
  );
}

/** The filter in the page's address; invalid values are ignored. */
function useMessageFilter(): {
  filter: MessageFilter;
  change: (changed: { [Name in keyof MessageFilter]?: string | null | undefined }) => void;
  clear: () => void;
} {
  const address = useSearch({ strict: false }) as Record<string, string | undefined>;
  const hidden = usePrivateSearch();
  const { locale } = useLocale();
  const search: Record<string, string | undefined> = { ...address, search: hidden.search };
  const { channel, state, automationId, days } = search;
  const known = messageTexts[locale];
  const filter: MessageFilter = {
    ...(channel !== undefined && channel in known.channel && { channel: channel as RunMessage['channel'] }),
    ...(state !== undefined && state in known.state && { state: state as RunMessage['state'] }),
    ...(/^[0-9a-f-]{36}$/i.test(automationId ?? '') && { automationId }),
    ...(/^[1-9]\d{0,2}$/.test(days ?? '') && Number(days) <= 400 && { days: Number(days) }),
    ...(hidden.search && { search: hidden.search.slice(0, 100) }),
  };
  const go = (next: Record<string, string | null | undefined>): void =>
    hidden.go(Object.fromEntries(Object.entries(next).map(([name, value]) => [name, value ?? undefined])), {
      replace: true,
    });
  return { filter, change: (changed) => go({ ...search, ...changed }), clear: () => go({}) };
}

function Filters(): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { can } = useStore();
  const { filter, change, clear } = useMessageFilter();
  const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
  return (
    <Group gap="sm" align="flex-end">
      <SearchInput
        value={filter.search ?? ''}
        hint={can('seeShoppers') ? t.searchHint : t.searchOrder}
        onChange={(search) => change({ search })}
      />
      <ChoiceSelect
        label={t.state}
        all={t.all}
        choices={named(m.state)}
        value={filter.state}
        onChange={(state) => change({ state })}
      />
      <PeriodSelect
        value={filter.days === undefined ? undefined : String(filter.days)}
        onChange={(days) => change({ days })}
      />
      <ChoiceSelect
        label={t.channel}
        all={t.all}
        choices={named(m.channel)}
        value={filter.channel}
        onChange={(channel) => change({ channel })}
      />
      <AutomationSelect value={filter.automationId ?? null} onChange={(automationId) => change({ automationId })} />
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" onClick={clear}>
          {t.clear}
        </Button>
      )}
    </Group>
  );
}

function MessageList({ filter, clear }: { filter: MessageFilter; clear: () => void }): ReactNode {
  const t = useTexts(texts);
  const { query, messages, older } = useMessages(filter);
  return (
    <Stack>
      <Loaded query={query} rows={8}>
        {() => (
          <Surface p={0} style={{ overflow: 'hidden' }}>
            {messages.length > 0 ? (
              <MessagesTable messages={messages} />
            ) : Object.keys(filter).length > 0 ? (
              <NothingMatches icon="message" onClear={clear} />
            ) : (
              <Empty icon="message" text={t.empty}>
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
