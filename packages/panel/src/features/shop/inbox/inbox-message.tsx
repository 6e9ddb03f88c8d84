import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiQuery } from '../../../api/query.ts';
import { textIn } from '../../../preview/content.ts';
import { MessagePreview } from '../../../preview/message-preview.tsx';
import { useStoreFormats } from '../../../ui/format/use-store-formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { DeliveredEmail } from './delivered-email.tsx';
import { DeliveredSms } from './delivered-sms.tsx';
import { inboxTexts } from './texts.ts';
import { MessageLinks } from './message-links.tsx';
import { displayPhone } from '../contact-name.tsx';

type StoredMessage = ApiResponse<'GET /panel/api/stores/:storeId/inbox/message'>['message'];

/** One message of the inbox, as the recipient sees it. */
export function InboxMessage({ messageKey, close }: { messageKey: string; close: () => void }): ReactNode {
  const t = useTexts(inboxTexts);
  const query = useApiQuery('GET /panel/api/stores/:storeId/inbox/message', {
    query: { key: messageKey },
  });
  return (
    <Stack>
      <Button
        className="inbox-back"
        variant="default"
        leftSection={<Icon name="left" size={16} />}
        onClick={close}
        style={{ alignSelf: 'flex-start' }}
      >
        {t.back}
      </Button>
      <Surface>
        <Loaded query={query}>{({ message }) => <MessageBody message={message} />}</Loaded>
      </Surface>
    </Stack>
  );
}

function MessageBody({ message }: { message: StoredMessage }): ReactNode {
  const t = useTexts(inboxTexts);
  const { instant } = useStoreFormats();
  const { storeId } = useStore();
  const { channel, to, receivedAt, runId, summary } = message;
  return (
    <Stack>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Title order={2}>{channel === 'email' ? summary : t[channel]}</Title>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t.to(displayPhone(to) ?? to)} · {instant(receivedAt)}
          </Text>
        </div>
        {runId ? (
          <AnchorLink size="sm" to="/$storeId/runs/$runId" params={{ storeId, runId }}>
            {t.openRun}
          </AnchorLink>
        ) : (
          <ToneBadge tone="plain">{t.test}</ToneBadge>
        )}
      </Group>
      <Delivered message={message} />
      <MessageLinks text={message.email?.html ?? JSON.stringify(message.content)} />
    </Stack>
  );
}

function Delivered({ message: { channel, content, email, receivedAt } }: { message: StoredMessage }): ReactNode {
  const t = useTexts(inboxTexts);
  if (email) return <DeliveredEmail email={email} />;
  if (channel === 'sms') return <DeliveredSms text={textIn(content, 'message')} />;
  return (
    <>
      {channel === 'email' && <Text c="dimmed">{t.noEmail}</Text>}
      <MessagePreview channel={channel} content={content} at={receivedAt} />
    </>
  );
}
