import { Box, Button, Code, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifyError } from '../../../ui/feedback/notify.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge } from '../../../ui/tone-badge.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import type { ListedKey } from './listed-key.ts';
import { RotateKey } from './rotate-key.tsx';
import type { NewKey } from './new-key.tsx';
import { texts } from './texts.ts';

type KeyRowProps = { apiKey: ListedKey; onMade: (made: NewKey) => void };

/** One key: whether and until when it is valid, with buttons to replace it and to end it. */
export function KeyRow({ apiKey, onMade }: KeyRowProps): ReactNode {
  const t = useTexts(texts);
  const formats = useFormats();
  const { name } = useStore();
  const [isEnding, ending] = useDisclosure();
  const [isRotating, rotating] = useDisclosure();
  const end = useApiMutation('POST /panel/api/stores/:storeId/keys/:keyId/end', {
    done: t.ended,
    onError: notifyError,
    onSettled: ending.close,
  });
  const { keyId, masked, scopes, createdAt, endsAt, usedAt, ended: isOver } = apiKey;
  const used = usedAt === null ? t.neverUsed : t.usedAt(formats.ago(usedAt));
  return (
    <Box>
      <Group gap="xs" justify="space-between">
        <Box flex="1 1 280px">
          <Group gap="xs">
            <Code>{masked}</Code>
            {endsAt === null && <ToneBadge tone="ok">{t.active}</ToneBadge>}
          </Group>
          <Text size="sm" c="dimmed">
            {isOver && endsAt ? t.endedAt(formats.instant(endsAt)) : t.createdAt(formats.instant(createdAt))} · {used}
          </Text>
          {scopes && (
            <Text size="sm" c="dimmed">
              {t.limitedTo(scopes.map((scope) => t[scope]))}
            </Text>
          )}
        </Box>
        {!isOver && (
          <Group gap="xs">
            {endsAt === null && (
              <Button size="xs" variant="default" onClick={rotating.open}>
                {t.rotate}
              </Button>
            )}
            <Button size="xs" variant="subtle" color="vermelho" onClick={ending.open}>
              {t.end}
            </Button>
          </Group>
        )}
      </Group>
      {!isOver && endsAt !== null && <Text size="sm">{t.activeUntil(formats.instant(endsAt))}</Text>}
      <RotateKey apiKey={apiKey} opened={isRotating} onClose={rotating.close} onMade={onMade} />
      <ConfirmDialog
        opened={isEnding}
        title={t.endQuestion}
        action={t.end}
        typed={name}
        isBusy={end.isPending}
        onClose={ending.close}
        onConfirm={() => end.mutate({ params: { keyId }, body: {} })}
      >
        {t.endText}
      </ConfirmDialog>
    </Box>
  );
}
