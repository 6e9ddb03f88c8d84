import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { usePersonData, type PersonAction } from '../../ui/people/use-person-data.tsx';
import { useTexts } from '../../ui/texts.ts';
import { Topic } from '../../ui/settings-frame/topic.tsx';
import { texts } from './texts.ts';

const members = ['email', 'phone', 'document'] as const;
const noContact = { email: '', phone: '', document: '' };

/** COM8: exports the data that a store has of a shopper, and erases it. */
export function PrivacySection(): ReactNode {
  const t = useTexts(texts);
  const [person, setPerson] = useState(noContact);
  const [isPressed, setPressed] = useState(false);
  const { ask, asking, error, dialog } = usePersonData({ onErased: () => setPerson(noContact) });
  const contact = Object.fromEntries(Object.entries(person).filter(([, value]) => value.trim() !== ''));
  const isEmpty = Object.keys(contact).length === 0;
  const begin = (action: PersonAction): void => {
    setPressed(isEmpty);
    if (!isEmpty) ask(action, contact);
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
      <Refusal error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="subtle" color="vermelho" loading={asking === 'erase'} onClick={() => begin('erase')}>
          {t.erase}
        </Button>
        <Button loading={asking === 'export'} onClick={() => begin('export')}>
          {t.export}
        </Button>
      </Group>
      {dialog}
    </Topic>
  );
}
