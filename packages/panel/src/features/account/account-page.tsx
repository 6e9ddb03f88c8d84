import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { useTexts } from '../../ui/texts.ts';
import { useMe } from '../../ui/use-store.ts';
import { ChangePassword } from './change-password.tsx';
import { texts } from './texts.ts';
import { TurnTotpOff } from './turn-totp-off.tsx';
import { TurnTotpOn } from './turn-totp-on.tsx';

/** One's own account: the password, and the second factor. */
export function AccountPage(): ReactNode {
  const t = useTexts(texts);
  const me = useMe();
  if (!me) return null;
  const { email, totp } = me.user;
  return (
    <Page title={t.account}>
      <Stack gap="md" maw={640}>
        <ChangePassword email={email} hasMail={me.mail} />
        {totp ? <TurnTotpOff /> : <TurnTotpOn />}
      </Stack>
    </Page>
  );
}
