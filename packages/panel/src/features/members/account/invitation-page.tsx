import { Alert, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { call, type ApiResponse } from '../../../api/call.ts';
import { queryClient } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { AnchorLink, ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { AuthLayout } from './auth-layout.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { texts } from './texts.ts';

type Invitation = ApiResponse<'POST /panel/api/invitations/read'>;

/** AUT5: the page behind an invitation link. The token is in the fragment (`#`), which browsers do not send. */
export function InvitationPage(): ReactNode {
  const t = useTexts(texts);
  const [token] = useState(() => location.hash.slice(1));
  const { mutate, data, error } = useMutation({
    mutationFn: () => call('POST /panel/api/invitations/read', { body: { token } }),
  });
  useEffect(() => mutate(), [mutate]);
  return (
    <AuthLayout title={t.invitationTitle}>
      <Refusal error={error} />
      {error && (
        <AnchorLink to="/sign-in" size="sm" mt="md" display="block">
          {t.toSignIn}
        </AnchorLink>
      )}
      {data && <Accept token={token} invitation={data} />}
    </AuthLayout>
  );
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }): ReactNode {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { store, email, role, hasAccount, isSignedIn } = invitation;
  const form = useForm({ initialValues: { password: '' } });
  const accept = useMutation({
    mutationFn: (chosen: { password: string }) =>
      call('POST /panel/api/invitations/accept', { body: { token, ...(!hasAccount && chosen) } }),
    onSuccess: async ({ storeId }) => {
      queryClient.clear();
      if (hasAccount) return navigate({ to: '/$storeId', params: { storeId } });
      notifySuccess(t.accepted);
      return navigate({ to: '/sign-in' });
    },
  });
  return (
    <form onSubmit={form.onSubmit((chosen) => accept.mutate(chosen))}>
      <Stack>
        <Text>{t.invitationText(store, t[role])}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.invitationFor(email)}
        </Text>
        <Refusal error={accept.error} />
        {!hasAccount && <NewPasswordInput {...form.getInputProps('password')} />}
        {hasAccount && !isSignedIn ? (
          <>
            <Alert color="ambar">{t.invitationSignIn}</Alert>
            <ButtonLink to="/sign-in">{t.acceptSignIn}</ButtonLink>
          </>
        ) : (
          <Button type="submit" loading={accept.isPending}>
            {hasAccount ? t.accept : t.acceptCreate}
          </Button>
        )}
      </Stack>
    </form>
  );
}
