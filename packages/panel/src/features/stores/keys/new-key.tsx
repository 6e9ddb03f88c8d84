import { Button, Code, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { CopyTextButton } from '../../../ui/settings-frame/copy-text.tsx';
import { texts } from './texts.ts';

/** A key that was just created, with its full text. */
export type NewKey = { readonly kind: 'checkout' | 'secret'; readonly key: string };

type NewKeyDialogProps = { made: NewKey; opened: boolean; onClose: () => void };

/** Shows a new key once in full; a click outside does not close the dialog. */
export function NewKeyDialog({ made, opened, onClose }: NewKeyDialogProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Modal opened={opened} onClose={onClose} title={t.newKeyTitle} closeOnClickOutside={false} size="lg">
      <Stack>
        <Text>{t.newKeyText}</Text>
        <Code block data-testid="new-key" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {made.key}
        </Code>
        <DialogFoot>
          <CopyTextButton text={made.key} what={t.key} />
          <Button size="xs" onClick={onClose}>
            {t.done}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
