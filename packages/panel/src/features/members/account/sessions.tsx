import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

type Session = ApiResponse<'GET /panel/api/account'>['sessions'][number];

/** AUT2: lists the user's sessions, and ends them. */
export function Sessions({ sessions }: { sessions: readonly Session[] }): ReactNode {
  const t = useTexts(texts);
  const endOthers = useApiMutation('POST /panel/api/account/sessions/end-others', { done: t.othersEnded });
  return (
    <AccountCard title={t.sessionsTitle} text={t.sessionsText} error={endOthers.error}>
      {sessions.map((session) => (
        <SessionRow key={session.sessionId} session={session} />
      ))}
      {sessions.length > 1 && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({ body: {} })}>
          {t.endOthers}
        </Button>
      )}
    </AccountCard>
  );
}

function SessionRow({ session }: { session: Session }): ReactNode {
  const t = useTexts(texts);
  const { ago, instant } = useFormats();
  const { sessionId, browser, createdAt, seenAt, isCurrent } = session;
  const end = useApiMutation('POST /panel/api/account/sessions/:sessionId/end', {
    done: t.sessionEnded,
    onError: notifyError,
  });
  const name = browser ?? t.sessionUnknown;
  return (
    <Group justify="space-between" w="100%" wrap="nowrap">
      <Stack gap={0}>
        <Group gap="xs">
          <Text fw={500}>{name}</Text>
          {isCurrent && <ToneBadge tone="ok">{t.sessionHere}</ToneBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t.sessionSeen(ago(seenAt))} · {t.sessionSince(instant(createdAt))}
        </Text>
      </Stack>
      {!isCurrent && (
        <Button
          size="xs"
          variant="subtle"
          color="vermelho"
          flex="none"
          aria-label={t.sessionEndWhat(name)}
          loading={end.isPending}
          onClick={() => end.mutate({ params: { sessionId }, body: {} })}
        >
          {t.sessionEnd}
        </Button>
      )}
    </Group>
  );
}
