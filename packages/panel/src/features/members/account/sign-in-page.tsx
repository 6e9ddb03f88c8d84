import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasPasskeys } from '../../../api/passkey.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { texts } from './texts.ts';
import { useSignIn } from './use-sign-in.ts';

/** Signs in with e-mail and password, and a code if a second factor is on; or with a passkey. */
export function SignInPage(): ReactNode {
  const t = useTexts(texts);
  const { changed } = useSearch({ strict: false });
  const form = useForm({ initialValues: { email: '', password: '', code: '' } });
  const { withPassword, withPasskey, isPending, asksCode, asksPasskey, error } = useSignIn();
  const submit = ({ code, ...account }: typeof form.values): Promise<void> =>
    withPassword({ ...account, ...(code && { code: code.trim() }) });
  return (
    <AuthLayout title={t.signIn}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack>
          {changed && <Alert color="verde">{t.saved}</Alert>}
          <Refusal error={error} />
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          {asksCode && (
            <TextInput
              label={asksPasskey ? t.recoveryCode : t.code}
              description={asksPasskey ? t.recoveryCodeHint : t.codeOrRecovery}
              autoComplete="one-time-code"
              autoFocus={!asksPasskey}
              maxLength={20}
              {...form.getInputProps('code')}
            />
          )}
          <Button type="submit" variant={asksPasskey ? 'default' : 'filled'} loading={isPending.password}>
            {t.enter}
          </Button>
          {hasPasskeys() && (
            <Button
              variant={asksPasskey ? 'filled' : 'default'}
              leftSection={<Icon name="key" size={16} />}
              loading={isPending.passkey}
              onClick={() => void withPasskey()}
            >
              {t.enterWithPasskey}
            </Button>
          )}
          <AnchorLink to="/forgot-password" size="sm">
            {t.forgot}
          </AnchorLink>
        </Stack>
      </form>
    </AuthLayout>
  );
}
