import { Anchor, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useOlderPages } from '../../../api/older-pages.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Older } from '../../../ui/feedback/older.tsx';
import { useFormats } from '../../../ui/format/formats.ts';
import { SearchInput } from '../../../ui/lists/list-filters.tsx';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { MessageDialog } from './message-dialog.tsx';
import { texts } from './texts.ts';
import {
  messageStates,
  messageTones,
  shortUrl,
  type Message,
  type Webhook,
  type WebhookEvent,
} from './webhooks-data.ts';

const route = 'GET /panel/api/stores/:storeId/webhooks/:webhookId/messages';

/** WHK9: what was sent to a webhook in the last 30 days, newest first. */
export function MessageLog({
  webhooks,
  events,
}: {
  webhooks: readonly Webhook[];
  events: readonly WebhookEvent[];
}): ReactNode {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<string>();
  const [state, setState] = useState<Message['state']>();
  const [type, setType] = useState<WebhookEvent['type']>();
  const [search, setSearch] = useState<string>();
  const webhook = webhooks.find(({ webhookId }) => webhookId === chosen) ?? webhooks[0]!;
  return (
    <Topic title={t.log} help={t.logHelp}>
      <Group gap="sm" align="flex-end">
        {webhooks.length > 1 && (
          <NativeSelect
            label={t.webhook}
            w={{ base: '100%', sm: 280 }}
            value={webhook.webhookId}
            data={webhooks.map(({ webhookId, url }) => ({ value: webhookId, label: shortUrl(url) }))}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
        )}
        <NativeSelect
          label={t.state}
          w={{ base: '100%', sm: 160 }}
          value={state ?? ''}
          data={[{ value: '', label: t.all }, ...messageStates.map((value) => ({ value, label: t[value] }))]}
          onChange={({ currentTarget: { value } }) => setState(messageStates.find((one) => one === value))}
        />
        <NativeSelect
          label={t.event}
          w={{ base: '100%', sm: 220 }}
          value={type ?? ''}
          data={[{ value: '', label: t.all }, ...events.map(({ type }) => ({ value: type, label: type }))]}
          onChange={({ currentTarget: { value } }) => setType(events.find((one) => one.type === value)?.type)}
        />
        <SearchInput value={search ?? ''} hint={t.searchHint} onChange={setSearch} />
      </Group>
      <Messages key={webhook.webhookId} webhook={webhook} filter={{ state, type, search }} />
    </Topic>
  );
}

type MessagesProps = {
  webhook: Webhook;
  filter: {
    state: Message['state'] | undefined;
    type: WebhookEvent['type'] | undefined;
    search: string | undefined;
  };
};

function Messages({ webhook, filter }: MessagesProps): ReactNode {
  const t = useTexts(texts);
  const { storeId } = useStore();
  const [open, setOpen] = useState<string>();
  const { webhookId } = webhook;
  const query = useApiQuery(
    route,
    { params: { webhookId }, query: filter },
    {
      refetchInterval: ({ state }) =>
        state.data?.messages.some((message) => message.state === 'pending') ? 3_000 : 15_000,
    },
  );
  const older = useOlderPages(
    route,
    { params: { storeId, webhookId }, query: filter },
    query.data,
    query.data?.next ?? null,
    ({ messages }) => messages.length === 0,
  );
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <Loaded query={query} rows={4}>
        {(first) => {
          const messages = [first, ...older.pages].flatMap((page) => page.messages);
          return messages.length === 0 ? (
            <Empty icon="send" text={isFiltered ? t.nothing : t.noMessages} />
          ) : (
            <Stack gap="md">
              <MessageRows messages={messages} onOpen={setOpen} />
              <Older pages={older} />
            </Stack>
          );
        }}
      </Loaded>
      {open !== undefined && <MessageDialog webhook={webhook} messageId={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

type MessageRowsProps = { messages: readonly Message[]; onOpen: (messageId: string) => void };

/** A table; on a phone one column. */
function MessageRows({ messages, onOpen }: MessageRowsProps): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  return (
    <Table verticalSpacing="sm">
      <Table.Thead visibleFrom="sm">
        <Table.Tr>
          <Table.Th>{t.event}</Table.Th>
          <Table.Th>{t.when}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {messages.map(({ messageId, type, state, attempts, createdAt, nextAttemptAt }) => (
          <Table.Tr key={messageId}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onOpen(messageId)}>
                {type}
              </Anchor>
              <Text size="xs" c="dimmed" hiddenFrom="sm">
                {instant(createdAt)}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
              {instant(createdAt)}
            </Table.Td>
            <Table.Td>
              <ToneBadge tone={messageTones[state]}>{t[state]}</ToneBadge>
              {state === 'pending' && attempts > 0 && nextAttemptAt !== null && (
                <Text size="xs" c="dimmed">
                  {t.nextAttempt(attempts, instant(nextAttemptAt))}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
