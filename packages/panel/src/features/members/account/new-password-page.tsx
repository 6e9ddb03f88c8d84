import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { texts } from './texts.ts';

/** The page behind the link of a password e-mail. The token is in the fragment (`#`), which browsers do not send. */
export function NewPasswordPage(): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const confirm = useApiMutation('POST /panel/api/password-reset/confirm', {
    onSuccess: () => void navigate({ to: '/sign-in', search: { changed: 'yes' } }),
  });
  const [token] = useState(() => location.hash.slice(1));
  const form = useForm({ initialValues: { password: '' } });
  return (
    <AuthLayout title={t.newTitle}>
      <form onSubmit={form.onSubmit(({ password }) => confirm.mutate({ body: { token, password } }))}>
        <Stack>
          <Refusal error={confirm.error} />
          <NewPasswordInput {...form.getInputProps('password')} />
          <Button type="submit" loading={confirm.isPending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
}
