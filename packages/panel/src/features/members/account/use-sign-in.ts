import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Refused, type ApiRequest, type ApiResponse } from '../../../api/call.ts';
import { answerWithPasskey, isPasskeyCancelled } from '../../../api/passkey.ts';
import { queryClient, useApiMutation } from '../../../api/query.ts';

/** The refusals of a correct password when the account has a second factor. */
const factorRefusals = new Set(['TOTP_REQUIRED', 'PASSKEY_REQUIRED', 'WRONG_TOTP']);

type SignIn = {
  withPassword: (body: ApiRequest<'POST /panel/api/sign-in'>['body']) => Promise<void>;
  withPasskey: () => Promise<void>;
  isPending: { password: boolean; passkey: boolean };
  /** Whether a second factor is required, and whether it is a passkey, which a recovery code replaces. */
  asksCode: boolean;
  asksPasskey: boolean;
  error: Error | null;
};

/** Signs in by either way, then opens the page that required a session. */
export function useSignIn(): SignIn {
  const { next } = useSearch({ strict: false });
  const navigate = useNavigate();
  const password = useApiMutation('POST /panel/api/sign-in');
  const passkey = useApiMutation('POST /panel/api/sign-in/passkey');
  const [asksCode, setAsksCode] = useState(false);
  const [asksPasskey, setAsksPasskey] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const isFirstRequest = password.error instanceof Refused && password.error.code === 'TOTP_REQUIRED';
  const enter = async (me: ApiResponse<'GET /panel/api/me'>): Promise<void> => {
    queryClient.clear();
    queryClient.setQueryData(['GET /panel/api/me', {}], me);
    // Only paths of the panel: an attacker may have made the address.
    await navigate({ to: next?.startsWith('/') && !next.startsWith('//') ? next : '/' });
  };
  return {
    withPassword: async (body) => {
      try {
        setFailure(undefined);
        await enter(await password.mutateAsync({ body }));
      } catch (error) {
        if (error instanceof Refused && factorRefusals.has(error.code)) setAsksCode(true);
        if (error instanceof Refused && error.code === 'PASSKEY_REQUIRED') setAsksPasskey(true);
      }
    },
    withPasskey: async () => {
      try {
        setFailure(undefined);
        await enter(await passkey.mutateAsync({ body: { response: await answerWithPasskey() } }));
      } catch (error) {
        if (!isPasskeyCancelled(error)) setFailure(error as Error);
      }
    },
    isPending: { password: password.isPending, passkey: passkey.isPending },
    asksCode,
    asksPasskey,
    error: failure ?? (isFirstRequest ? null : password.error),
  };
}
