import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Refused } from '../../api/call.ts';
import { queryClient, useDo } from '../../api/query.ts';
import { Refusal } from '../../ui/refusal.tsx';
import { useTexts } from '../../ui/texts.ts';
import { Entrance } from './entrance.tsx';
import { texts } from './texts.ts';

/** E-mail and password, and a code where a second factor is on. */
export function SignInPage(): ReactNode {
  const t = useTexts(texts);
  const { next, changed } = useSearch({ strict: false });
  const navigate = useNavigate();
  const signIn = useDo('POST /panel/api/sign-in');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);
  const needsCode = signIn.error instanceof Refused && signIn.error.code === 'TOTP_REQUIRED';

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const me = await signIn.mutateAsync({ body: { email, password, ...(code && { code }) } });
      queryClient.clear();
      queryClient.setQueryData(['GET /panel/api/me', {}], me);
      // Only a page of our own: the address may have been made by somebody else.
      await navigate({ to: next?.startsWith('/') && !next.startsWith('//') ? next : '/' });
    } catch (error) {
      if (error instanceof Refused && error.code === 'TOTP_REQUIRED') setAsksCode(true);
    }
  };
  return (
    <Entrance title={t.signIn}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {changed && <Alert color="verde">{t.saved}</Alert>}
          {!needsCode && <Refusal error={signIn.error} />}
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {asksCode && (
            <TextInput
              label={t.code}
              description={t.codeHint}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
            />
          )}
          <Button type="submit" loading={signIn.isPending}>
            {t.enter}
          </Button>
          <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />} size="sm">
            {t.forgot}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
