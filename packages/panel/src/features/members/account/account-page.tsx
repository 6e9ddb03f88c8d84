import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Page } from '../../../ui/page.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useMe } from '../../../ui/use-store.ts';
import { ChangeIdentity } from './change-identity.tsx';
import { ChangePassword } from './change-password.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';
import { texts } from './texts.ts';
import { DisableTotp } from './disable-totp.tsx';
import { EnableTotp } from './enable-totp.tsx';

/** The user's own account: name and e-mail, password, second factors, sessions. */
export function AccountPage(): ReactNode {
  const t = useTexts(texts);
  const me = useMe();
  const query = useApiQuery('GET /panel/api/account', {});
  if (!me) return null;
  const { email, totp, secondFactor } = me.user;
  return (
    <Page title={t.account}>
      <Stack gap="md" maw={640}>
        <Loaded query={query} rows={6}>
          {({ name, passkeys, recoveryCodes, sessions }) => (
            <>
              <ChangeIdentity key={`${email} ${name}`} name={name ?? ''} email={email} />
              <ChangePassword />
              <Passkeys passkeys={passkeys} />
              {totp ? <DisableTotp /> : <EnableTotp />}
              <RecoveryCodes left={recoveryCodes} hasFactor={secondFactor} />
              <Sessions sessions={sessions} />
            </>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}
