import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { DialogFoot } from '../ui/feedback/dialog-foot.tsx';
import { call, Refused, type ApiResponse } from '../api/call.ts';
import { identityRequest, onIdentityRequest, settleIdentity, type IdentityRequest } from '../api/identity.ts';
import { answerWithPasskey, hasPasskeys, isPasskeyCancelled } from '../api/passkey.ts';
import { Icon } from '../ui/icons.tsx';
import { Refusal } from '../ui/feedback/refusal.tsx';
import { defineTexts, useTexts } from '../ui/texts.ts';
import { forgetSeen } from './search/seen.ts';

const texts = defineTexts(
  {
    title: 'Confirme que é você',
    why: 'Isto mexe com dinheiro, acesso ou dados. Por segurança, confirme quem você é.',
    locked: 'O painel foi bloqueado depois de um tempo sem uso. O que você escreveu continua aqui.',
    ended: 'A sua sessão terminou. Entre de novo para continuar: o que você escreveu continua aqui.',
    again: 'Entre de novo',
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
    ended: 'Your session has ended. Sign in again to go on: what you typed is still here.',
    again: 'Sign in again',
    account: (email) => `Account: ${email}`,
    code: 'Code of the app, or a recovery code',
    passkey: 'Use a passkey',
    leave: 'Sign out',
    cancelled: 'The passkey was not used. Try again, or use a recovery code.',
  },
);

/** The refusals of a correct password that ask for a second factor too. */
const factorRefusals: ReadonlySet<string> = new Set(['TOTP_REQUIRED', 'PASSKEY_REQUIRED', 'WRONG_TOTP']);

/** AUT2, AUT9: requires the user to prove their identity again. The interrupted action continues afterwards. */
export function IdentityDialog(): ReactNode {
  const t = useTexts(texts);
  const request = useSyncExternalStore(onIdentityRequest, identityRequest);
  const signOut = useMutation({ mutationFn: () => call('POST /panel/api/sign-out', { body: {} }) });
  const hidesPage = request !== undefined && request.reason !== 'recent';
  useProofInOtherWindow(hidesPage ? request.email : undefined);
  if (!request) return null;
  const cancel = async (): Promise<void> => {
    if (hidesPage) {
      await signOut.mutateAsync().catch(() => {});
      // A new page load removes everything of the locked page from memory.
      forgetSeen();
      location.assign('/panel/sign-in');
      return;
    }
    settleIdentity(false);
  };
  return (
    <Modal
      opened
      onClose={() => void cancel()}
      title={request.reason === 'ended' ? t.again : t.title}
      centered
      zIndex={1_000}
      {...(hidesPage && {
        closeOnClickOutside: false,
        closeOnEscape: false,
        withCloseButton: false,
        overlayProps: { backgroundOpacity: 0.85, blur: 12 },
      })}
    >
      <Proof key={request.reason} request={request} onCancel={() => void cancel()} />
    </Modal>
  );
}

/** Goes on once the same user has signed in, or proved who they are, in another window. */
function useProofInOtherWindow(email: string | undefined): void {
  useEffect(() => {
    if (email === undefined) return undefined;
    const look = async (): Promise<void> => {
      const response = await fetch('/panel/api/me', { headers: { 'x-retoma-background': '1' } });
      const me = (await response.json()) as ApiResponse<'GET /panel/api/me'>;
      if (response.ok && me.user.email === email) settleIdentity(true);
    };
    const onFocus = (): void => void look().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [email]);
}

type Credential = Awaited<ReturnType<typeof answerWithPasskey>>;
type Proven = { password: string; code?: string } | { code: string } | { passkey: Credential };

/** Begins a new session. Returns whether it is the account's: a passkey may be of another one. */
async function signInAgain(email: string, proven: Proven): Promise<boolean> {
  const { user } =
    'passkey' in proven
      ? await call('POST /panel/api/sign-in/passkey', { body: { response: proven.passkey } })
      : await call('POST /panel/api/sign-in', { body: { email, password: '', ...proven } });
  return user.email === email;
}

function Proof({ request, onCancel }: { request: IdentityRequest; onCancel: () => void }): ReactNode {
  const t = useTexts(texts);
  const { methods, email, reason } = request;
  const form = useForm({ initialValues: { proof: '', code: '' } });
  const [failure, setFailure] = useState<Error>();
  const [asksCode, setAsksCode] = useState(false);
  // The dialog is outside the router, which the hooks of the API need.
  const prove = useMutation({
    mutationFn: async (body: Proven) => {
      if (reason === 'ended') return signInAgain(email, body);
      await call('POST /panel/api/reauthenticate', { body });
      return true;
    },
    onSuccess: (isAccount) => (isAccount ? settleIdentity(true) : location.assign('/panel')),
    onError: (error) => {
      if (error instanceof Refused && factorRefusals.has(error.code)) setAsksCode(true);
    },
  });
  const isFirstRequest = prove.error instanceof Refused && prove.error.code === 'TOTP_REQUIRED';
  const usesPassword = methods.includes('password');
  const submit = ({ proof, code }: typeof form.values): void => {
    setFailure(undefined);
    prove.mutate(
      usesPassword ? { password: proof, ...(code !== '' && { code: code.trim() }) } : { code: proof.trim() },
    );
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
        <Text>{reason === 'recent' ? t.why : t[reason]}</Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.account(email)}
        </Text>
        <Refusal error={failure ?? (isFirstRequest ? null : prove.error)} />
        {methods.includes('passkey') && hasPasskeys() && (
          <Button
            leftSection={<Icon name="key" size={16} />}
            onClick={() => void usePasskey()}
            data-autofocus={!usesPassword || undefined}
          >
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
        {asksCode && (
          <TextInput
            label={t.code}
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
            {...form.getInputProps('code')}
          />
        )}
        <DialogFoot>
          <Button variant="default" onClick={onCancel}>
            {reason === 'recent' ? t.back : t.leave}
          </Button>
          <Button type="submit" loading={prove.isPending} disabled={form.values.proof === ''}>
            {t.confirm}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
