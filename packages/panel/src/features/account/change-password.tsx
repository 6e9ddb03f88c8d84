import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useApiMutation } from '../../api/query.ts';
import { notifySuccess } from '../../ui/feedback/notify.ts';
import { useTexts } from '../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { texts } from './texts.ts';

/** AUT1: changes the password, with the old one. */
export function ChangePassword(): ReactNode {
  const t = useTexts(texts);
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useApiMutation('POST /panel/api/account/password');
  const width = { base: '100%', xs: 360 };
  return (
    <AccountCard title={t.passwordTitle} text={t.passwordText} error={change.error}>
      <form
        style={{ width: '100%' }}
        onSubmit={(event) => {
          event.preventDefault();
          const onSuccess = (): void => {
            notifySuccess(t.passwordDone);
            setCurrent('');
            setPassword('');
          };
          change.mutate({ body: { current, password } }, { onSuccess });
        }}
      >
        <Stack gap="sm" align="flex-start">
          <PasswordInput
            label={t.currentPassword}
            autoComplete="current-password"
            required
            withAsterisk={false}
            w={width}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <NewPasswordInput w={width} value={password} onChange={setPassword} />
          <Button type="submit" variant="default" loading={change.isPending} disabled={!current || !password}>
            {t.change}
          </Button>
        </Stack>
      </form>
    </AccountCard>
  );
}
