import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type ConfirmProps = {
  opened: boolean;
  title: string;
  action: string;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The text that must be typed to confirm: the name of the store. */
  typed?: string;
  children: ReactNode;
};

/** Requires a confirmation before an action that cannot be undone. */
export function Confirm(props: ConfirmProps): ReactNode {
  const { opened, title, action, isBusy, onClose, onConfirm, typed, children } = props;
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const isReady = typed === undefined || name.trim() === typed;
  const close = (): void => {
    setName('');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onConfirm();
        }}
      >
        <Stack>
          <Text component="div">{children}</Text>
          {typed !== undefined && (
            <TextInput
              label={t.typeName(typed)}
              value={name}
              autoComplete="off"
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t.back}
            </Button>
            <Button type="submit" color="vermelho" loading={isBusy} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
