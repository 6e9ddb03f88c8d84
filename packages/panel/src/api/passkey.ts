import type { ApiResponse, ApiRequest } from './call.ts';
import { call } from './call.ts';

/** The browser's response to a passkey challenge. */
type Credential = ApiRequest<'POST /panel/api/sign-in/passkey'>['body']['response'];

/** Passkeys belong to a host name: none are available when the panel is opened by an IP address. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

/** Whether the person closed the browser's own dialog, or had no passkey to choose. */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Fetches a challenge and lets the user sign it with any passkey of this host. */
export async function answerWithPasskey(): Promise<Credential> {
  const { options } = await call('POST /panel/api/passkey-challenge', { body: {} });
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  return { ...(await startAuthentication({ optionsJSON })) } as unknown as Credential;
}

/** Lets the user make a passkey on their device. */
export async function makePasskey(
  options: ApiResponse<'POST /panel/api/passkeys/begin'>['options'],
): Promise<ApiRequest<'POST /panel/api/passkeys'>['body']['response']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return { ...(await startRegistration({ optionsJSON })) } as unknown as Credential;
}
