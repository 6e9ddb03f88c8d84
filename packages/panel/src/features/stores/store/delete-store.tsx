import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { texts } from './texts.ts';

/** Deletes the store once its name was typed, and opens the panel anew: nothing of this store is left to show. */
export function DeleteStore(): ReactNode {
  const t = useTexts(texts);
  const { name } = useStore();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = useApiMutation('POST /panel/api/stores/:storeId/delete', {
    onSuccess: () => window.location.assign('/panel'),
    onError: notifyError,
    onSettled: close,
  });
  return (
    <Topic title={t.deletion} help={t.deletionHelp}>
      <Group justify="flex-end">
        <Button variant="subtle" color="vermelho" onClick={open}>
          {t.deleteIt}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isOpen}
        title={t.deleteTitle(name)}
        action={t.deleteIt}
        typed={name}
        isBusy={remove.isPending}
        onClose={close}
        onConfirm={() => remove.mutate({ body: { name } })}
      >
        {t.deleteText}
      </ConfirmDialog>
    </Topic>
  );
}
