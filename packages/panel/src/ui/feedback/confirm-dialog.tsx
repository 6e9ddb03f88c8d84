import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts(
  { typeName: (name: string) => `Para confirmar, escreva o nome da loja: ${name}` },
  { typeName: (name) => `To confirm, write the name of the store: ${name}` },
);

type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  action: string;
  /** Whether the action removes or ends nothing. */
  isHarmless?: boolean;
  isBusy?: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The text that must be typed to confirm: the name of the store. */
  typed?: string;
  children: ReactNode;
};

/** Describes an action and requires a confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { opened, title, action, isHarmless, isBusy, onClose, onConfirm, typed, children } = props;
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
            <Button
              type="submit"
              {...(!isHarmless && { color: 'vermelho' })}
              loading={isBusy ?? false}
              disabled={!isReady}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
