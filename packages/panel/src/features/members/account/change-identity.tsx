import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, type ReactNode } from 'react';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { AccountCard } from './account-card.tsx';
import { texts } from './texts.ts';

/** AUT1: changes name and e-mail. The confirmation link of a new e-mail opens this page, with its token in the fragment (`#`). */
export function ChangeIdentity({ name, email }: { name: string; email: string }): ReactNode {
  const t = useTexts(texts);
  const form = useForm({ initialValues: { name, email } });
  const [typedName, typedEmail] = [form.values.name.trim(), form.values.email.trim()];
  const changeName = useApiMutation('POST /panel/api/account/name');
  const changeEmail = useApiMutation('POST /panel/api/account/email');
  useConfirmedEmail();
  const isSame = typedName === name && typedEmail === email;
  const save = async (): Promise<void> => {
    try {
      if (typedName !== name) await changeName.mutateAsync({ body: { name: form.values.name } });
      const changed = typedEmail === email ? undefined : await changeEmail.mutateAsync({ body: { email: typedEmail } });
      if (!changed?.isPending) notifySuccess(t.savedIdentity);
    } catch {
      // The card shows the error.
    }
  };
  return (
    <AccountCard title={t.identityTitle} text={t.identityText} error={changeName.error ?? changeEmail.error}>
      <form style={{ width: '100%' }} onSubmit={form.onSubmit(() => void save())}>
        <Stack gap="sm" align="flex-start">
          {changeEmail.data?.isPending && (
            <Alert color="verde" role="status" w="100%">
              {t.emailPending(form.values.email)}
            </Alert>
          )}
          <TextInput
            label={t.name}
            autoComplete="name"
            maxLength={100}
            w={{ base: '100%', xs: 360 }}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t.email}
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
            w={{ base: '100%', xs: 360 }}
            {...form.getInputProps('email')}
          />
          <Button
            type="submit"
            variant="default"
            disabled={isSame}
            loading={changeName.isPending || changeEmail.isPending}
          >
            {t.saveIdentity}
          </Button>
        </Stack>
      </form>
    </AccountCard>
  );
}

/** Confirms a new e-mail once, with the token of the link that opened the page. */
function useConfirmedEmail(): void {
  const t = useTexts(texts);
  const confirm = useApiMutation('POST /panel/api/account/email/confirm', {
    done: t.emailConfirmed,
    onError: notifyError,
  });
  const token = useRef(location.hash.slice(1));
  useEffect(() => {
    if (!token.current) return;
    const body = { token: token.current };
    token.current = '';
    history.replaceState(history.state, '', location.pathname);
    confirm.mutate({ body });
  }, [confirm]);
}
