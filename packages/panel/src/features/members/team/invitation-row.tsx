import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiResponse } from '../../../api/call.ts';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type Invitation = ApiResponse<'GET /panel/api/stores/:storeId/team'>['invitations'][number];

/** A pending invitation, with a button to withdraw it. */
export function InvitationRow({ invitation }: { invitation: Invitation }): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const { invitationId, email, role, expiresAt } = invitation;
  const withdraw = useApiMutation('POST /panel/api/stores/:storeId/team/invitations/:invitationId/withdraw', {
    done: t.withdrawn,
    onError: notifyError,
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0}>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="sm" c="dimmed">
          {t[role]} · {t.until(instant(expiresAt))}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="subtle"
        color="vermelho"
        flex="none"
        aria-label={t.withdrawWhat(email)}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate({ params: { invitationId }, body: {} })}
      >
        {t.withdraw}
      </Button>
    </Group>
  );
}
