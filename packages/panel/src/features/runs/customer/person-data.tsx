import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Customer } from './customer.ts';
import { texts } from './texts.ts';

/** COM8: exports what the store has of a customer, or erases it; for owners. */
export function PersonData({ customer: { email, phone } }: { customer: Customer }): ReactNode {
  const t = useTexts(texts);
  const { can, name } = useStore();
  const [isOpen, { open, close }] = useDisclosure();
  const body = { ...(email !== null && { email }), ...(phone !== null && { phone }) };
  const download = useApiMutation('POST /panel/api/stores/:storeId/people/export', {
    done: t.exported,
    onSuccess: ({ data }) => saveFile('dados.json', JSON.stringify(data, null, 2)),
  });
  const erase = useApiMutation('POST /panel/api/stores/:storeId/people/erase', {
    onSuccess: ({ finished }) => void notifySuccess(finished ? t.erased : t.unfinished),
    onSettled: close,
  });
  if (!can('changeSettings')) return null;
  return (
    <Surface component="section" aria-label={t.privacy}>
      <Stack gap="sm">
        <div>
          <Title order={2}>{t.privacy}</Title>
          <Text size="sm" c="dimmed">
            {t.privacyText}
          </Text>
        </div>
        <Refusal error={download.error ?? erase.error} />
        <Group gap="xs">
          <Button size="xs" variant="default" loading={download.isPending} onClick={() => download.mutate({ body })}>
            {t.export}
          </Button>
          <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={open}>
            {t.erase}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        opened={isOpen}
        title={t.eraseTitle}
        action={t.erase}
        typed={name}
        isBusy={erase.isPending}
        onClose={close}
        onConfirm={() => erase.mutate({ body })}
      >
        {t.eraseText}
      </ConfirmDialog>
    </Surface>
  );
}
