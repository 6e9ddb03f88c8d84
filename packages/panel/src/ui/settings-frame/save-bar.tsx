import { Box, Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DialogFoot } from '../feedback/dialog-foot.tsx';
import { useTexts } from '../texts.ts';
import { texts } from './texts.ts';

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onSave: () => void; onDiscard: () => void };

/** Shown while there are unsaved changes; requires a confirmation before the page is left. */
export function SaveBar({ isDirty, isSaving, onSave, onDiscard }: SaveBarProps): ReactNode {
  const t = useTexts(texts);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <>
      {isDirty && (
        <Box
          role="region"
          className="save-bar"
          aria-label={t.unsaved}
          pos="sticky"
          bottom={16}
          p="sm"
          bg="var(--retoma-surface)"
          maw={720}
          style={{ order: 1, border: '1px solid var(--retoma-border)', borderRadius: 10, zIndex: 10 }}
        >
          <Group justify="space-between" gap="xs">
            <Text fw={500}>{t.unsaved}</Text>
            <Group gap="xs">
              <Button variant="default" onClick={onDiscard} disabled={isSaving}>
                {t.discard}
              </Button>
              <Button onClick={onSave} loading={isSaving}>
                {t.save}
              </Button>
            </Group>
          </Group>
        </Box>
      )}
      <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={t.leaveTitle}>
        <Text mb="md">{t.leaveText}</Text>
        <DialogFoot>
          <Button variant="default" onClick={() => reset?.()}>
            {t.stay}
          </Button>
          <Button color="vermelho" onClick={() => proceed?.()}>
            {t.leave}
          </Button>
        </DialogFoot>
      </Modal>
    </>
  );
}
