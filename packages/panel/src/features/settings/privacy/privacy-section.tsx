import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useFormats } from '../../../ui/format/formats.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { Topic } from '../frame/topic.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { texts } from './texts.ts';

const members = ['email', 'phone', 'document'] as const;
const noContact = { email: '', phone: '', document: '' };

/** COM8: exports the data that a store has of a shopper, and erases it. */
export function PrivacySection(): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { name } = useStore();
  const [person, setPerson] = useState(noContact);
  const [isOpen, { open, close }] = useDisclosure();
  const [isPressed, setPressed] = useState(false);
  const hand = useApiMutation('POST /panel/api/stores/:storeId/people/export', {
    onSuccess: ({ found, data }) => {
      if (found === 0) return void notifySuccess(t.nothing);
      saveFile('dados.json', JSON.stringify(data, null, 2));
      notifySuccess(t.exported(number(found)));
    },
  });
  const erase = useApiMutation('POST /panel/api/stores/:storeId/people/erase', {
    onSuccess: ({ erased, finished }) => {
      notifySuccess(finished ? (erased === 0 ? t.nothing : t.erased(number(erased))) : t.unfinished);
      if (finished) setPerson(noContact);
    },
    onSettled: close,
  });
  const contact = Object.fromEntries(Object.entries(person).filter(([, value]) => value.trim() !== ''));
  const isEmpty = Object.keys(contact).length === 0;
  const once = (go: () => void) => (): void => {
    setPressed(isEmpty);
    if (!isEmpty) go();
  };
  const download = (): void => {
    erase.reset();
    hand.mutate({ body: contact });
  };
  const remove = (): void => {
    hand.reset();
    erase.mutate({ body: contact });
  };
  return (
    <Topic title={t.contact} help={t.contactHelp}>
      {members.map((member) => (
        <TextInput
          key={member}
          label={t[member]}
          autoComplete="off"
          value={person[member]}
          error={member === 'email' && isPressed && isEmpty && t.oneNeeded}
          onChange={(event) => setPerson({ ...person, [member]: event.currentTarget.value })}
        />
      ))}
      <Text size="sm" c="dimmed">
        {t.exportHelp} {t.requests}
      </Text>
      <Refusal error={hand.error ?? erase.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="vermelho" onClick={once(open)}>
          {t.erase}
        </Button>
        <Button loading={hand.isPending} onClick={once(download)}>
          {t.export}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isOpen}
        title={t.eraseTitle}
        action={t.erase}
        typed={name}
        isBusy={erase.isPending}
        onClose={close}
        onConfirm={remove}
      >
        {t.eraseText}
      </ConfirmDialog>
    </Topic>
  );
}
