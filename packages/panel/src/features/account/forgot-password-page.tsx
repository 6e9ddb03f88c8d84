import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../api/query.ts';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { useTexts } from '../../ui/texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { texts } from './texts.ts';

/** Requests a password-reset link. */
export function ForgotPasswordPage(): ReactNode {
  const t = useTexts(texts);
  const request = useApiMutation('POST /panel/api/password-reset');
  const [email, setEmail] = useState('');
  return (
    <AuthLayout title={t.forgotTitle} text={t.forgotText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          request.mutate({ body: { email } });
        }}
      >
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
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" loading={request.isPending}>
            {t.sendLink}
          </Button>
          <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />} size="sm">
            {t.back}
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  );
}
