import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { checkEmail } from '@retoma/commerce/person';
import type { Channel } from '@retoma/flow';
import { channelsOf, keepChannels, type FlowTemplate } from '@retoma/flow/templates';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { texts as creationTexts } from '../creation/texts.ts';
import { texts } from './texts.ts';

/** How a template begins in a store without a sender: with this one, or over its other channels only. */
export type SenderChoice = { senderEmail: string } | { channels: Channel[] };

type SenderDialogProps = {
  template: FlowTemplate | undefined;
  onClose: () => void;
  onChoose: (template: FlowTemplate, choice: SenderChoice) => void;
};

/** Asks for the sender before a template with e-mails is used, so that the draft begins without a problem (EDT10). */
export function SenderDialog({ template, onClose, onChoose }: SenderDialogProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Modal opened={template !== undefined} onClose={onClose} title={t.senderQuestion} centered>
      {template && <SenderForm template={template} onChoose={(choice) => onChoose(template, choice)} />}
    </Modal>
  );
}

type SenderFormProps = { template: FlowTemplate; onChoose: (choice: SenderChoice) => void };

function SenderForm({ template, onChoose }: SenderFormProps): ReactNode {
  const t = useTexts(texts);
  const c = useTexts(creationTexts);
  const [senderEmail, setSenderEmail] = useState('');
  const [isWrong, setWrong] = useState(false);
  const others = channelsOf(template.flow).filter((channel) => channel !== 'email');
  const works = others.length > 0 && keepChannels(template.flow, others).steps.length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (checkEmail(senderEmail).ok) onChoose({ senderEmail });
    else setWrong(true);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          type="email"
          label={c.sender}
          description={c.senderHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="contato@sualoja.com.br"
          value={senderEmail}
          error={isWrong && c.senderWrong}
          data-autofocus
          onChange={({ currentTarget }) => setSenderEmail(currentTarget.value)}
        />
        <Group gap="xs" justify="flex-end">
          {works && (
            <Button variant="default" onClick={() => onChoose({ channels: others })}>
              {t.withoutEmail(others.map((channel) => t[channel]).join(', '))}
            </Button>
          )}
          <Button type="submit">{c.create}</Button>
        </Group>
      </Stack>
    </form>
  );
}
