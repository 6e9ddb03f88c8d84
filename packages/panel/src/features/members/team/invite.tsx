import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Icon } from '../../../ui/icons.tsx';
import { CopyText } from '../../../ui/settings-frame/copy-text.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { roles, type Role } from './roles.ts';
import { texts } from './texts.ts';

/** Invites a member to the store. */
export function Invite(): ReactNode {
  const t = useTexts(texts);
  const form = useForm<{ email: string; role: Role }>({ initialValues: { email: '', role: 'editor' } });
  const grant = useApiMutation('POST /panel/api/stores/:storeId/team', {
    onSuccess: ({ invited, link }, { body: { email } }) => {
      if (link === null) notifySuccess(invited ? t.invited(email) : t.granted(email));
      form.setValues({ email: '' });
    },
  });
  const about: Record<Role, string> = {
    owner: t.ownerText,
    editor: t.editorText,
    support: t.supportText,
    reader: t.readerText,
  };
  return (
    <form onSubmit={form.onSubmit((body) => grant.mutate({ body }))}>
      <Stack>
        <TextInput label={t.email} type="email" autoComplete="off" required {...form.getInputProps('email')} />
        <Radio.Group label={t.role} {...form.getInputProps('role')}>
          <Stack gap="xs" mt="xs">
            {roles.map((one) => (
              <Radio key={one} value={one} label={t[one]} description={about[one]} />
            ))}
          </Stack>
        </Radio.Group>
        <Refusal error={grant.error} />
        {typeof grant.data?.link === 'string' && (
          <Alert role="status" icon={<Icon name="link" />} title={t.linkTitle(grant.variables?.body.email ?? '')}>
            <Stack gap="xs">
              <Text size="sm">{t.linkText}</Text>
              <CopyText text={grant.data.link} what={t.link} />
            </Stack>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={grant.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
