import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { call, type ApiRequest } from '../api/call.ts';
import { identityRequest, onIdentityRequest, settleIdentity, type IdentityRequest } from '../api/identity.ts';
import { answerWithPasskey, hasPasskeys, isPasskeyCancelled } from '../api/passkey.ts';
import { Icon } from '../ui/icons.tsx';
import { Refusal } from '../ui/feedback/refusal.tsx';
import { defineTexts, useTexts } from '../ui/texts.ts';

const texts = defineTexts(
  {
    title: 'Confirme que é você',
    why: 'Isto mexe com dinheiro, acesso ou dados. Por segurança, confirme quem você é.',
    locked: 'O painel foi bloqueado depois de um tempo sem uso. O que você escreveu continua aqui.',
    account: (email: string) => `Conta: ${email}`,
    code: 'Código do aplicativo ou de recuperação',
    passkey: 'Usar chave de acesso',
    leave: 'Sair',
    cancelled: 'A chave de acesso não foi usada. Tente de novo ou use um código de recuperação.',
  },
  {
    title: 'Confirm that it is you',
    why: 'This is about money, access or data. Confirm who you are, to be safe.',
    locked: 'The panel was locked after a while without use. What you typed is still here.',
    account: (email) => `Account: ${email}`,
    code: 'Code of the app, or a recovery code',
    passkey: 'Use a passkey',
    leave: 'Sign out',
    cancelled: 'The passkey was not used. Try again, or use a recovery code.',
  },
);

/** AUT2, AUT9: requires the user to prove their identity again. The interrupted action continues afterwards. */
export function IdentityDialog(): ReactNode {
  const t = useTexts(texts);
  const request = useSyncExternalStore(onIdentityRequest, identityRequest);
  const signOut = useMutation({ mutationFn: () => call('POST /panel/api/sign-out', { body: {} }) });
  if (!request) return null;
  const cancel = async (): Promise<void> => {
    if (request.isLocked) {
      await signOut.mutateAsync().catch(() => {});
      // A new page load removes everything of the locked page from memory.
      location.assign('/panel/sign-in');
      return;
    }
    settleIdentity(false);
  };
  return (
    <Modal
      opened
      onClose={() => void cancel()}
      title={t.title}
      centered
      zIndex={1_000}
      {...(request.isLocked && {
        closeOnClickOutside: false,
        closeOnEscape: false,
        withCloseButton: false,
        overlayProps: { backgroundOpacity: 0.85, blur: 12 },
      })}
    >
      <Proof key={String(request.isLocked)} request={request} onCancel={() => void cancel()} />
    </Modal>
  );
}

function Proof({ request, onCancel }: { request: IdentityRequest; onCancel: () => void }): ReactNode {
  const t = useTexts(texts);
  const { methods, email, isLocked } = request;
  const form = useForm({ initialValues: { proof: '' } });
  const [failure, setFailure] = useState<Error>();
  // The dialog is outside the router, which the hooks of the API need.
  const prove = useMutation({
    mutationFn: (body: NonNullable<ApiRequest<'POST /panel/api/reauthenticate'>['body']>) =>
      call('POST /panel/api/reauthenticate', { body }),
    onSuccess: () => settleIdentity(true),
  });
  const usesPassword = methods.includes('password');
  const submit = ({ proof }: typeof form.values): void => {
    setFailure(undefined);
    prove.mutate(usesPassword ? { password: proof } : { code: proof.trim() });
  };
  const usePasskey = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await prove.mutateAsync({ passkey: await answerWithPasskey() });
    } catch (error) {
      setFailure(isPasskeyCancelled(error) ? new Error(t.cancelled) : (error as Error));
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text>{isLocked ? t.locked : t.why}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.account(email)}
        </Text>
        <Refusal error={failure ?? prove.error} />
        {methods.includes('passkey') && hasPasskeys() && (
          <Button leftSection={<Icon name="key" size={16} />} onClick={() => void usePasskey()} data-autofocus>
            {t.passkey}
          </Button>
        )}
        {usesPassword ? (
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('proof')}
          />
        ) : (
          <TextInput
            label={t.code}
            autoComplete="one-time-code"
            withAsterisk={false}
            {...form.getInputProps('proof')}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {isLocked ? t.leave : t.back}
          </Button>
          <Button type="submit" loading={prove.isPending} disabled={form.values.proof === ''}>
            {t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
