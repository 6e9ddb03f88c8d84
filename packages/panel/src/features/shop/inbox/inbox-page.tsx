import { Box, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { InboxMessage } from './inbox-message.tsx';
import { inboxTexts } from './texts.ts';
import './inbox.css';
import { ListControls, NothingListed, Pager } from '../lists/list-controls.tsx';
import { useFilter, type Filter } from '../lists/use-filter.ts';
import { displayPhone } from '../contact-name.tsx';

const channels = ['whatsapp', 'email', 'sms'] as const;
type InboxEntry = ApiResponse<'GET /panel/api/stores/:storeId/inbox'>['messages'][number];

/** The messages that the sandbox connections of a store delivered: the list, and one message beside it. */
export function InboxPage(): ReactNode {
  const t = useTexts(inboxTexts);
  const filter = useFilter();
  const { search, after, message } = filter.values;
  const channel = channels.find((one) => one === filter.values['channel']);
  const query = { channel, search, after };
  const list = useApiQuery('GET /panel/api/stores/:storeId/inbox', { query }, { refetchInterval: 5_000 });
  const isEmpty = list.data?.messages.length === 0 && !message && !channel && !search && !after;
  return (
    <Page title={t.inbox}>
      <Text c="dimmed">{t.intro}</Text>
      {!isEmpty && (
        <ListControls
          filter={filter}
          searchHint={t.search}
          selects={[
            { name: 'channel', label: t.channel, choices: channels.map((value) => ({ value, label: t[value] })) },
          ]}
        />
      )}
      <Loaded query={list}>
        {({ messages, next }) =>
          isEmpty ? (
            <NothingYet />
          ) : (
            <div className="inbox" data-open={message ? true : undefined}>
              <List messages={messages} next={next} filter={filter} />
              <div className="inbox-message">
                {message ? (
                  <InboxMessage
                    key={message}
                    messageKey={message}
                    close={() => filter.change({ message: undefined })}
                  />
                ) : (
                  <Pick />
                )}
              </div>
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function NothingYet(): ReactNode {
  const t = useTexts(inboxTexts);
  const { storeId } = useStore();
  return (
    <Empty icon="inbox" text={t.empty}>
      <AnchorLink to="/$storeId/automations" params={{ storeId }}>
        {t.toAutomations}
      </AnchorLink>
    </Empty>
  );
}

const Pick = (): ReactNode => {
  const t = useTexts(inboxTexts);
  return (
    <Surface>
      <Empty icon="message" text={t.pick} />
    </Surface>
  );
};

function List({
  messages,
  next,
  filter,
}: {
  messages: readonly InboxEntry[];
  next: string | null;
  filter: Filter;
}): ReactNode {
  const t = useTexts(inboxTexts);
  if (messages.length === 0)
    return (
      <Box className="inbox-list">
        <NothingListed filter={filter} icon="inbox" text={t.empty} />
      </Box>
    );
  return (
    <Stack className="inbox-list" component="nav" aria-label={t.messages}>
      <Surface p={0} style={{ overflow: 'hidden' }}>
        {messages.map((message) => (
          <InboxRow
            key={message.key}
            message={message}
            isOpen={filter.values['message'] === message.key}
            open={() => filter.change({ message: message.key, after: filter.values['after'] })}
          />
        ))}
      </Surface>
      <Pager filter={filter} next={next} name="after" />
    </Stack>
  );
}

function InboxRow({ message, isOpen, open }: { message: InboxEntry; isOpen: boolean; open: () => void }): ReactNode {
  const t = useTexts(inboxTexts);
  const { ago } = useStoreFormats();
  const { channel, to, summary, receivedAt } = message;
  return (
    <UnstyledButton className="inbox-row" aria-current={isOpen ? true : undefined} onClick={open}>
      <Icon name={channel} />
      <Box flex={1} miw={0}>
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" fw={500} truncate>
            {displayPhone(to)}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {ago(receivedAt)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed" truncate>
          <span className="inbox-channel">{t[channel]}: </span>
          {summary || t.noText}
        </Text>
      </Box>
    </UnstyledButton>
  );
}
