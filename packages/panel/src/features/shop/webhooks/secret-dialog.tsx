import { Button, Code, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { CopyTextButton } from '../../../ui/settings-frame/copy-text.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** WHK8: shows a new secret once; a click outside does not close the dialog. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  return (
    <Modal opened onClose={onClose} title={t.secretTitle} closeOnClickOutside={false} size="lg">
      <Stack>
        <Text>{t.secretText}</Text>
        <Code block data-testid="webhook-secret" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {secret}
        </Code>
        <DialogFoot>
          <CopyTextButton text={secret} what={t.secret} />
          <Button size="xs" onClick={onClose}>
            {t.haveCopied}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
