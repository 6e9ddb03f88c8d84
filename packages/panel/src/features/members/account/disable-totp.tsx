import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { useTexts } from '../../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

/** AUT4: removes the authenticator app, after a recent authentication. */
export function DisableTotp(): ReactNode {
  const t = useTexts(texts);
  const remove = useApiMutation('POST /panel/api/totp/remove', { done: t.totpDisabled });
  return (
    <AccountCard title={t.totpTitle} text={t.totpOn} error={remove.error}>
      <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate({ body: {} })}>
        {t.turnOff}
      </Button>
    </AccountCard>
  );
}
