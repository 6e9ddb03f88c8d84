import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { texts } from './texts.ts';

/** Requests a password-reset link. */
export function ForgotPasswordPage(): ReactNode {
  const t = useTexts(texts);
  const request = useApiMutation('POST /panel/api/password-reset');
  const form = useForm({ initialValues: { email: '' } });
  return (
    <AuthLayout title={t.forgotTitle} text={t.forgotText}>
      <form onSubmit={form.onSubmit((body) => request.mutate({ body }))}>
        <Stack>
          {request.isSuccess && (
            <Alert color="verde" role="status">
              {t.sent}
            </Alert>
          )}
          <Refusal error={request.error} />
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={request.isPending}>
            {t.sendLink}
          </Button>
          <AnchorLink to="/sign-in" size="sm">
            {t.back}
          </AnchorLink>
        </Stack>
      </form>
    </AuthLayout>
  );
}
