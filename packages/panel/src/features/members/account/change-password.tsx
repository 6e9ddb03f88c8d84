import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useTexts } from '../../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { texts } from './texts.ts';

/** AUT1: changes the password, with the old one. */
export function ChangePassword(): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: { current: '', password: '' } });
  const change = useApiMutation('POST /panel/api/account/password', { done: t.passwordDone, onSuccess: form.reset });
  const width = { base: '100%', xs: 360 };
  return (
    <AccountCard title={t.password} text={t.passwordText} error={change.error}>
      <form style={{ width: '100%' }} onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <Stack gap="sm" align="flex-start">
          <PasswordInput
            label={t.currentPassword}
            autoComplete="current-password"
            required
            withAsterisk={false}
            w={width}
            {...form.getInputProps('current')}
          />
          <NewPasswordInput w={width} {...form.getInputProps('password')} />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={!form.values.current || !form.values.password}
          >
            {t.change}
          </Button>
        </Stack>
      </form>
    </AccountCard>
  );
}
