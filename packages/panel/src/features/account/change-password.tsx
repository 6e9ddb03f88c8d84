import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDo } from '../../api/query.ts';
import { useTexts } from '../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

/** Sends the link with which a new password is chosen. */
export function ChangePassword({ email, hasMail }: { email: string; hasMail: boolean }): ReactNode {
  const t = useTexts(texts);
  const request = useDo('POST /panel/api/password-reset');
  if (!hasMail) return <AccountCard title={t.passwordTitle} text={t.noMail} />;
  return (
    <AccountCard title={t.passwordTitle} text={t.passwordText} error={request.error}>
      {request.isSuccess ? (
        <Alert color="verde" role="status" w="100%">
          {t.sentTo(email)}
        </Alert>
      ) : (
        <Button variant="default" loading={request.isPending} onClick={() => request.mutate({ body: { email } })}>
          {t.sendLink}
        </Button>
      )}
    </AccountCard>
  );
}
