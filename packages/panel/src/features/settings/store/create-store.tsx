import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../frame/topic.tsx';
import { texts } from './texts.ts';

/** Creates another store, and opens it. */
export function CreateStore(): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useApiMutation('POST /panel/api/stores');
  return (
    <Topic title={t.more} help={t.moreHelp}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { body: { name } },
            {
              onSuccess: ({ storeId }) => {
                notifySuccess(t.created(name));
                void navigate({ to: '/$storeId/settings', params: { storeId } });
              },
              onError: notifyError,
            },
          );
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            miw={200}
            label={t.newName}
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={create.isPending}>
            {t.create}
          </Button>
        </Group>
      </form>
    </Topic>
  );
}
