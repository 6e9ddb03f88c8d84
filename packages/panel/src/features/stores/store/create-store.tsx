import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { Topic } from '../../../ui/settings-frame/topic.tsx';
import { texts } from './texts.ts';

/** Creates another store, and opens it. */
export function CreateStore(): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' } });
  const create = useApiMutation('POST /panel/api/stores', {
    onSuccess: ({ storeId }, { body }) => {
      notifySuccess(t.created(body.name));
      void navigate({ to: '/$storeId/settings', params: { storeId } });
    },
    onError: notifyError,
  });
  return (
    <Topic title={t.more} help={t.moreHelp}>
      <form onSubmit={form.onSubmit((body) => create.mutate({ body }))}>
        <Group align="flex-end" gap="xs">
          <TextInput flex={1} miw={200} label={t.newName} required maxLength={200} {...form.getInputProps('name')} />
          <Button type="submit" variant="default" loading={create.isPending}>
            {t.create}
          </Button>
        </Group>
      </form>
    </Topic>
  );
}
