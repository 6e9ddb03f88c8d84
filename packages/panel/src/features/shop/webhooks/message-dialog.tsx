import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation, useApiQuery } from '../../../api/query.ts';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { CopyText } from '../../../ui/settings-frame/copy-text.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { texts } from './texts.ts';
import { messageTones, type Webhook } from './webhooks-data.ts';

const route = 'GET /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId';
type ReadMessage = ApiResponse<typeof route>;

type MessageDialogProps = { webhook: Webhook; messageId: string; onClose: () => void };

/** WHK9: one message: its attempts, its content on request, and the way to send it again. It follows a message that waits. */
export function MessageDialog({ webhook: { webhookId, enabled }, messageId, onClose }: MessageDialogProps): ReactNode {
  const t = useTexts(texts);
  const query = useApiQuery(
    route,
    { params: { webhookId, messageId } },
    { refetchInterval: ({ state }) => (state.data?.message.state === 'pending' ? 2_000 : false) },
  );
  const replay = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId/replay', {
    onError: notifyError,
  });
  return (
    <Modal opened onClose={onClose} title={query.data?.message.type ?? t.log} size="lg">
      <Loaded query={query} rows={4}>
        {({ message, attempts }) => (
          <Stack>
            <Group gap="xs">
              <ToneBadge tone={messageTones[message.state]}>{t[message.state]}</ToneBadge>
              <NextAttempt message={message} />
            </Group>
            <CopyText text={message.headerId} what={t.headerId} />
            <Attempts attempts={attempts} />
            <Body webhookId={webhookId} message={message} />
            {enabled && message.hasBody && message.state !== 'pending' && (
              <DialogFoot>
                <Button
                  loading={replay.isPending}
                  onClick={() => replay.mutate({ params: { webhookId, messageId }, body: {} })}
                >
                  {t.replay}
                </Button>
              </DialogFoot>
            )}
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}

function NextAttempt({ message: { state, attempts, nextAttemptAt } }: Pick<ReadMessage, 'message'>): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  if (state !== 'pending' || nextAttemptAt === null) return null;
  return <Text size="sm">{attempts === 0 ? t.soon : t.nextAttempt(attempts, instant(nextAttemptAt))}</Text>;
}

function Attempts({ attempts }: Pick<ReadMessage, 'attempts'>): ReactNode {
  const t = useTexts(texts);
  const { instant, number } = useFormats();
  if (attempts.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={t.attempts}>
      <Text fw={500}>{t.attempts}</Text>
      {attempts.map(({ at, durationMs, status, response, error }) => (
        <div key={at}>
          <Group gap="xs">
            <ToneBadge tone={error === null ? 'ok' : 'bad'}>
              {status === null ? t.errorOf(error ?? '') : `HTTP ${status}`}
            </ToneBadge>
            <Text size="sm" c="dimmed">
              {instant(at)} · {t.milliseconds(number(durationMs))}
            </Text>
          </Group>
          {response !== null && response !== '' && (
            <Code block mt={4} mah={120} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {response}
            </Code>
          )}
        </div>
      ))}
    </Stack>
  );
}

type BodyProps = { webhookId: string; message: ReadMessage['message'] };

/** The body, shown on request, since that is audited. */
function Body({ webhookId, message: { messageId, hasBody } }: BodyProps): ReactNode {
  const t = useTexts(texts);
  const see = useApiMutation('POST /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId/body', {
    onError: notifyError,
  });
  const body = see.data?.body;
  return (
    <Stack gap="xs" align="flex-start" component="section" aria-label={t.content}>
      <Text fw={500}>{t.content}</Text>
      {!hasBody && <Text size="sm">{t.erased}</Text>}
      {hasBody && typeof body !== 'string' && (
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            loading={see.isPending}
            onClick={() => see.mutate({ params: { webhookId, messageId }, body: {} })}
          >
            {t.seeContent}
          </Button>
          <Text size="sm" c="dimmed">
            {t.seeHelp}
          </Text>
        </Group>
      )}
      {typeof body === 'string' && (
        <Code block w="100%" mah={320} tabIndex={0} style={{ overflow: 'auto' }} data-testid="webhook-body">
          {JSON.stringify(JSON.parse(body), null, 2)}
        </Code>
      )}
    </Stack>
  );
}
