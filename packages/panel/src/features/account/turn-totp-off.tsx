import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useDo } from '../../api/query.ts';
import { tellDone } from '../../ui/notify.ts';
import { useTexts } from '../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { CodeInput } from './code-input.tsx';
import { texts } from './texts.ts';

/** S4: takes the second factor away, for whoever has both. */
export function TurnTotpOff(): ReactNode {
  const t = useTexts(texts);
  const [wants, setWants] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const remove = useDo('POST /panel/api/totp/remove', 'GET /panel/api/me');
  return (
    <AccountCard title={t.totpTitle} text={t.totpOn} error={remove.error}>
      {!wants ? (
        <Button variant="default" onClick={() => setWants(true)}>
          {t.turnOff}
        </Button>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate({ body: { password, code } }, { onSuccess: () => void tellDone(t.totpGone) });
          }}
        >
          <Stack gap="sm" align="flex-start">
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              required
              autoFocus
              w={{ base: '100%', xs: 320 }}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <CodeInput value={code} onChange={setCode} />
            <Group gap="xs">
              <Button variant="default" onClick={() => setWants(false)}>
                {t.cancel}
              </Button>
              <Button type="submit" color="vermelho" loading={remove.isPending}>
                {t.turnOff}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </AccountCard>
  );
}
