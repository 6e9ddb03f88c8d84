import { Checkbox, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import type { ListedKey } from './listed-key.ts';
import type { NewKey } from './new-key.tsx';
import { texts } from './texts.ts';

type RotateKeyProps = { apiKey: ListedKey; opened: boolean; onClose: () => void; onMade: (made: NewKey) => void };

/** CHK10: creates a key in place of another one, which stays valid for one more day unless the member ends it now. */
export function RotateKey({ apiKey: { keyId, kind }, opened, onClose, onMade }: RotateKeyProps): ReactNode {
  const t = useTexts(texts);
  const { name } = useStore();
  const [endOldNow, setEndOldNow] = useState(false);
  const rotate = useApiMutation('POST /panel/api/stores/:storeId/keys/:keyId/rotate', {
    onSuccess: ({ key }) => onMade({ kind, key }),
    onError: notifyError,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={opened}
      title={t.rotateTitle}
      action={t.rotate}
      typed={name}
      isBusy={rotate.isPending}
      onClose={onClose}
      onConfirm={() => rotate.mutate({ params: { keyId }, body: { endOldNow } })}
    >
      <Stack gap="sm">
        <Text>{t.rotateText}</Text>
        <Checkbox
          label={t.rotateNow}
          checked={endOldNow}
          onChange={(event) => setEndOldNow(event.currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
