import { Button, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useMe } from '../../../ui/use-store.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { roles, type Member } from './roles.ts';
import { texts } from './texts.ts';

/** A member of the team: the role can be changed, and the member removed. */
export function MemberRow({ member: { userId, email, name, role, secondFactor } }: { member: Member }): ReactNode {
  const t = useTexts(texts);
  const me = useMe();
  const [isOpen, { open, close }] = useDisclosure();
  const grant = useApiMutation('POST /panel/api/stores/:storeId/team', { done: t.changed, onError: notifyError });
  const revoke = useApiMutation('POST /panel/api/stores/:storeId/team/:userId/revoke', {
    done: t.removed,
    onError: notifyError,
    onSettled: close,
  });
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name ?? email}
        </Text>
        {name && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        )}
        {me?.user.userId === userId && <ToneBadge tone="plain">{t.you}</ToneBadge>}
        {secondFactor && <ToneBadge tone="ok">{t.totp}</ToneBadge>}
      </Group>
      <Group gap="xs">
        <Select
          w={150}
          aria-label={t.roleOf(email)}
          data={roles.map((value) => ({ value, label: t[value] }))}
          value={role}
          allowDeselect={false}
          onChange={(picked) => picked && picked !== role && grant.mutate({ body: { email, role: picked } })}
        />
        <Button size="xs" variant="subtle" color="vermelho" aria-label={t.removeWhat(email)} onClick={open}>
          {t.remove}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isOpen}
        title={t.removeTitle(email)}
        action={t.remove}
        isBusy={revoke.isPending}
        onClose={close}
        onConfirm={() => revoke.mutate({ params: { userId }, body: {} })}
      >
        {t.removeText}
      </ConfirmDialog>
    </Group>
  );
}
