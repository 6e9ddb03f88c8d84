import { Box, Divider, Group, Stack, Table, Text } from '@mantine/core';
import { describeReason } from '@retoma/flow';
import { Fragment, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { ApiResponse } from '../../../../api/call.ts';
import { CustomerLink } from '../../../../ui/customer-link.tsx';
import { useStoreFormats } from '../../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { isResendable, ResendButton } from '../../../../ui/resend/resend-button.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useStore } from '../../../../ui/use-store.ts';
import { MessageBadge } from '../message-badge.tsx';
import { firstWords, messageTexts } from '../message-text.ts';
import { texts as shared } from '../texts.ts';
import { texts as runTexts } from '../run/texts.ts';
import { texts } from './texts.ts';

type ListedMessage = ApiResponse<'GET /panel/api/stores/:storeId/messages'>['messages'][number];

/** Messages as table rows, on a phone as cards. Each links to its run. */
export function MessagesTable({ messages }: { messages: readonly ListedMessage[] }): ReactNode {
  const t = useTexts(texts);
  return (
    <>
      <Table.ScrollContainer minWidth={820} visibleFrom="sm" type="native">
        <Table verticalSpacing={10} horizontalSpacing="md" highlightOnHover highlightOnHoverColor="var(--retoma-hover)">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.to}</Table.Th>
              <Table.Th>{t.content}</Table.Th>
              <Table.Th>{t.automation}</Table.Th>
              <Table.Th>{t.state}</Table.Th>
              <Table.Th>{t.when}</Table.Th>
              <Table.Th aria-label={t.actions} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {messages.map((message) => (
              <LedgerRow key={message.runId + message.message} message={message} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Stack hiddenFrom="sm" gap={0}>
        {messages.map((message, index) => (
          <Fragment key={message.runId + message.message}>
            {index > 0 && <Divider />}
            <MessageCard message={message} />
          </Fragment>
        ))}
      </Stack>
    </>
  );
}

function MessageCard({ message }: { message: ListedMessage }): ReactNode {
  return (
    <Box className="listed-row" px="md" py="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <To message={message} />
        <MessageBadge state={message.state} />
      </Group>
      {/* Aligned with the name, which is right of the channel's icon. */}
      <Stack gap={4} mt={4} pl={30}>
        <MessagePreviewText message={message} />
        <Why message={message} />
        <Group justify="space-between">
          <When message={message} />
          <Again message={message} />
        </Group>
      </Stack>
    </Box>
  );
}

function LedgerRow({ message }: { message: ListedMessage }): ReactNode {
  return (
    <Table.Tr className="listed-row">
      <Table.Td>
        <To message={message} />
      </Table.Td>
      <Table.Td maw={320}>
        <MessagePreviewText message={message} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" lineClamp={1} maw={200}>
          {message.automation}
        </Text>
      </Table.Td>
      <Table.Td>
        <MessageBadge state={message.state} />
        <Why message={message} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <When message={message} />
      </Table.Td>
      <Table.Td ta="right">
        <Again message={message} />
      </Table.Td>
    </Table.Tr>
  );
}

function To({ message }: { message: ListedMessage }): ReactNode {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const m = useTexts(messageTexts);
  const { storeId } = useStore();
  const contact = message.name ?? s.unknownContact;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon name={message.channel} size={18} />
      <div>
        <Link
          className="row-cover"
          aria-label={t.open(contact)}
          to="/$storeId/runs/$runId"
          params={{ storeId, runId: message.runId }}
          search={{ message: message.message }}
        />
        <Text component="div" size="sm" fw={500}>
          {message.name === null && message.recipient === null ? (
            contact
          ) : (
            <CustomerLink of={{ runId: message.runId }}>{contact}</CustomerLink>
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {[m.channel[message.channel], message.recipient].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  );
}

/** The first words of a message. */
function MessagePreviewText({ message: { content } }: { message: ListedMessage }): ReactNode {
  const t = useTexts(texts);
  const { can } = useStore();
  const text = firstWords(content);
  if (!text && can('seeShoppers')) return null;
  return (
    <Text size="sm" lineClamp={2} {...(!text && { c: 'dimmed' })}>
      {text ?? t.hidden}
    </Text>
  );
}

function Why({ message: { reason, resentBy } }: { message: ListedMessage }): ReactNode {
  const r = useTexts(runTexts);
  const { locale } = useLocale();
  const lines = [resentBy === null ? null : r.resentBy(resentBy), reason && describeReason(reason, locale)];
  return lines.map(
    (line) =>
      line && (
        <Text key={line} size="xs" c="dimmed" lineClamp={2} maw={220} mt={4}>
          {line}
        </Text>
      ),
  );
}

function Again({ message: { runId, message, state, name } }: { message: ListedMessage }): ReactNode {
  const s = useTexts(shared);
  if (!isResendable(state)) return null;
  const variant = state === 'failed' ? 'default' : 'subtle';
  return <ResendButton of={{ runId, message }} about={name ?? s.unknownContact} variant={variant} />;
}

function When({ message: { settledAt, dueAt } }: { message: ListedMessage }): ReactNode {
  const { ago } = useStoreFormats();
  return <Text size="sm">{ago(settledAt ?? dueAt)}</Text>;
}
