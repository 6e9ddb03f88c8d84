import { Group, Select, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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
  const { filter, clear } = useMessageFilter();
  return (
    <Page title={s.messages} actions={<LiveDot />}>
      <Filters />
      <MessageList key={JSON.stringify(filter)} filter={filter} clear={clear} />
    </Page>
  );
}

/** The filter in the page's address; invalid values are ignored. */
function useMessageFilter(): {
  filter: MessageFilter;
  change: (name: keyof MessageFilter, value: string | null) => void;
  clear: () => void;
} {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { locale } = useLocale();
  const navigate = useNavigate();
  const { channel, state, automationId } = search;
  const known = messageTexts[locale];
  const filter: MessageFilter = {
    ...(channel !== undefined && channel in known.channel && { channel: channel as RunMessage['channel'] }),
    ...(state !== undefined && state in known.state && { state: state as RunMessage['state'] }),
    ...(/^[0-9a-f-]{36}$/i.test(automationId ?? '') && { automationId }),
  };
  return {
    filter,
    change: (name, value) => {
      const { [name]: _before, ...rest } = search;
      void navigate({ to: '.', search: { ...rest, ...(value !== null && { [name]: value }) }, replace: true });
    },
    clear: () => void navigate({ to: '.', search: {}, replace: true }),
  };
}

function Filters(): ReactNode {
  const t = useTexts(texts);
  const m = useTexts(messageTexts);
  const { filter, change } = useMessageFilter();
  const named = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t.channel}
        w={{ base: 'calc(50% - 6px)', sm: 150 }}
        data={named(m.channel)}
        value={filter.channel ?? null}
        placeholder={t.all}
        clearable
        onChange={(value) => change('channel', value)}
      />
      <Select
        label={t.state}
        w={{ base: 'calc(50% - 6px)', sm: 190 }}
        data={named(m.state)}
        value={filter.state ?? null}
        placeholder={t.all}
        clearable
        onChange={(value) => change('state', value)}
      />
      <AutomationSelect value={filter.automationId ?? null} onChange={(value) => change('automationId', value)} />
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
