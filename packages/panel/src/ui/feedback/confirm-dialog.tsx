import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from './dialog-foot.tsx';
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
  /** What must be typed to confirm: the name of the store, or a text that is accepted. */
  typed?: string | { label: string; accepts: (text: string) => boolean };
  /** Whether the action is possible now. */
  isReady?: boolean;
  size?: 'lg';
  children: ReactNode;
};

/** Describes an action and requires a confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const {
    opened,
    title,
    action,
    isHarmless,
    isBusy,
    onClose,
    onConfirm,
    typed,
    isReady = true,
    size = 560,
    children,
  } = props;
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const isTyped = typed === undefined || (typeof typed === 'string' ? text.trim() === typed : typed.accepts(text));
  const close = (): void => {
    setText('');
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && isTyped) onConfirm();
        }}
      >
        <Stack>
          <Text component="div">{children}</Text>
          {typed !== undefined && (
            <TextInput
              label={typeof typed === 'string' ? t.typeName(typed) : typed.label}
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <DialogFoot>
            <Button variant="default" onClick={close}>
              {t.back}
            </Button>
            <Button
              type="submit"
              {...(!isHarmless && { color: 'vermelho' })}
              loading={isBusy ?? false}
              disabled={!isReady || !isTyped}
            >
              {action}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}
