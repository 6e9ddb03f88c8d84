import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Refused, type ApiResponse } from '../../api/call.ts';
import { answerWithPasskey, hasPasskeys, isPasskeyCancelled } from '../../api/passkey.ts';
import { queryClient, useApiMutation } from '../../api/query.ts';
import { Icon } from '../../ui/icons.tsx';
import { Refusal } from '../../ui/feedback/refusal.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useForm } from '../../ui/use-form.ts';
import { AuthLayout } from './auth-layout.tsx';
import { texts } from './texts.ts';

/** The refusals of a correct password when the account has a second factor. */
const asksForFactor = new Set(['TOTP_REQUIRED', 'PASSKEY_REQUIRED', 'WRONG_TOTP']);

/** Signs in with e-mail and password, and a code if a second factor is on. */
export function SignInPage(): ReactNode {
  const t = useTexts(texts);
  const { next, changed } = useSearch({ strict: false });
  const navigate = useNavigate();
  const signIn = useApiMutation('POST /panel/api/sign-in');
  const form = useForm({ email: '', password: '', code: '' });
  const [asksCode, setAsksCode] = useState(false);
  const [asksPasskey, setAsksPasskey] = useState(false);
  const needsCode = signIn.error instanceof Refused && signIn.error.code === 'TOTP_REQUIRED';

  const withPasskey = useApiMutation('POST /panel/api/sign-in/passkey');
  const [failure, setFailure] = useState<Error>();

  const enter = async (me: ApiResponse<'GET /panel/api/me'>): Promise<void> => {
    queryClient.clear();
    queryClient.setQueryData(['GET /panel/api/me', {}], me);
    // Only paths of the panel: an attacker may have made the address.
    await navigate({ to: next?.startsWith('/') && !next.startsWith('//') ? next : '/' });
  };
  const usePasskey = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await enter(await withPasskey.mutateAsync({ body: { response: await answerWithPasskey() } }));
    } catch (error) {
      if (!isPasskeyCancelled(error)) setFailure(error as Error);
    }
  };
  const submit = async ({ email, password, code }: typeof form.values): Promise<void> => {
    try {
      setFailure(undefined);
      await enter(await signIn.mutateAsync({ body: { email, password, ...(code && { code: code.trim() }) } }));
    } catch (error) {
      if (error instanceof Refused && asksForFactor.has(error.code)) setAsksCode(true);
      if (error instanceof Refused && error.code === 'PASSKEY_REQUIRED') setAsksPasskey(true);
    }
  };
  return (
    <AuthLayout title={t.signIn}>
      <form onSubmit={form.onSubmit((typed) => void submit(typed))}>
        <Stack>
          {changed && <Alert color="verde">{t.saved}</Alert>}
          <Refusal error={failure ?? (needsCode ? undefined : signIn.error)} />
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.field('email')}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            {...form.field('password')}
          />
          {asksCode && (
            <TextInput
              label={asksPasskey ? t.recoveryCode : t.code}
              description={asksPasskey ? t.recoveryCodeHint : t.codeOrRecovery}
              autoComplete="one-time-code"
              autoFocus={!asksPasskey}
              maxLength={11}
              {...form.field('code')}
            />
          )}
          <Button type="submit" variant={asksPasskey ? 'default' : 'filled'} loading={signIn.isPending}>
            {t.enter}
          </Button>
          {hasPasskeys() && (
            <Button
              variant={asksPasskey ? 'filled' : 'default'}
              leftSection={<Icon name="key" size={16} />}
              loading={withPasskey.isPending}
              onClick={() => void usePasskey()}
            >
              {t.enterWithPasskey}
            </Button>
          )}
          <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />} size="sm">
            {t.forgot}
          </Anchor>
        </Stack>
      </form>
    </AuthLayout>
  );
}
