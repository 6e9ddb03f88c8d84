import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import { openMail } from '../../base/service-mail.ts';
import {
  changeOwnEmail,
  changeOwnName,
  changeOwnPassword,
  confirmOwnEmail,
  readAccount,
  type MailEmailChange,
} from '../account/own-account.ts';
import { addPasskey, beginPasskey, removePasskey } from '../account/passkeys.ts';
import { reauthenticate, type Proof } from '../account/reauthenticate.ts';
import { endOtherSessions, endSessionOf } from '../sessions.ts';
import { relyingPartyOf, sessionOf } from '../guards/session.ts';
import type { PanelCall, PanelHandlers } from '../../panel-contract.ts';
import type { Background } from './background.ts';

/** POST /panel/api/reauthenticate, and /panel/api/account/*: the account of the signed-in user, its sessions and passkeys. */
export const ownAccountHandlers = (context: Context, background: Background) =>
  ({
    reauthenticate: async ({ body, request }) => {
      const { passkey } = body as { passkey?: unknown };
      const proof = passkey
        ? { passkey: { response: passkey as AuthenticationResponseJSON, party: relyingPartyOf(request) } }
        : (body as Proof);
      const proven = await reauthenticate(context, sessionOf(request), proof, request.ip);
      return proven.ok ? { success: true } : proven;
    },
    readAccount: async ({ request }) => {
      const { name, passkeys, recoveryCodes, sessions } = await readAccount(context, sessionOf(request));
      return {
        success: true,
        name,
        recoveryCodes,
        passkeys: passkeys.map(({ credentialId, name, createdAt, usedAt }) => ({
          credentialId,
          name,
          createdAt: createdAt.toISOString(),
          usedAt: usedAt?.toISOString() ?? null,
        })),
        sessions: sessions.map(({ createdAt, seenAt, ...session }) => ({
          ...session,
          createdAt: createdAt.toISOString(),
          seenAt: seenAt.toISOString(),
        })),
      };
    },
    ...changesHandlers(context, background),
    ...sessionsHandlers(context),
    ...passkeysHandlers(context),
  }) satisfies Partial<PanelHandlers<PanelCall>>;

function changesHandlers(
  context: Context,
  background: Background,
): PanelHandlers<'changeOwnPassword' | 'changeOwnName' | 'changeOwnEmail' | 'confirmOwnEmail'> {
  const mail = emailChangeMailer(context, background);
  return {
    changeOwnPassword: async ({ body: { current, password }, request }) => {
      const requested = { current, next: password, address: request.ip };
      const changed = await changeOwnPassword(context, sessionOf(request), requested);
      return changed.ok ? { success: true } : changed;
    },
    changeOwnName: async ({ body: { name }, request }) => {
      await changeOwnName(context, sessionOf(request), name);
      return { success: true };
    },
    changeOwnEmail: async ({ body: { email }, request }) => {
      const changed = await changeOwnEmail(context, sessionOf(request), email, mail);
      return changed.ok ? { success: true, isPending: changed.isPending } : changed;
    },
    confirmOwnEmail: async ({ body: { token }, request }) => {
      const confirmed = await confirmOwnEmail(context, sessionOf(request), token);
      return confirmed.ok ? { success: true } : confirmed;
    },
  };
}

const sessionsHandlers = (context: Context): PanelHandlers<'endSession' | 'endOtherSessions'> => ({
  endSession: async ({ params: { sessionId }, request }) => {
    const { userId } = sessionOf(request);
    return (await endSessionOf(context, userId, sessionId)) ? { success: true } : 'NOT_FOUND';
  },
  endOtherSessions: async ({ request }) => {
    return { success: true, ended: await endOtherSessions(context, sessionOf(request)) };
  },
});

const passkeysHandlers = (context: Context): PanelHandlers<'beginPasskey' | 'addPasskey' | 'removePasskey'> => ({
  beginPasskey: async ({ request }) => {
    const options = await beginPasskey(context, sessionOf(request), relyingPartyOf(request));
    return { success: true, options: { ...options } };
  },
  addPasskey: async ({ body: { response, name }, request }) => {
    const made = { response: response as unknown as RegistrationResponseJSON, name };
    const added = await addPasskey(context, sessionOf(request), relyingPartyOf(request), made);
    return added.ok ? { success: true } : added;
  },
  removePasskey: async ({ params: { credentialId }, request }) =>
    (await removePasskey(context, sessionOf(request), credentialId)) ? { success: true } : 'NOT_FOUND',
});

/** Sends the link of a new e-mail. The token is behind the `#`: browsers do not send that part, so it is in no log and no Referer. */
function emailChangeMailer(context: Context, background: Background): MailEmailChange | undefined {
  const send = openMail(context.config);
  if (!send) return undefined;
  return (to, token) => {
    const text = [
      'Olá,',
      '',
      'Alguém pediu para usar este e-mail em uma conta da Retoma. Se foi você, abra este link na próxima hora, no mesmo navegador:',
      '',
      `${context.baseUrl}/panel/account#${token}`,
      '',
      'Se não foi você, ignore este e-mail.',
      '',
    ].join('\n');
    background.run('a link for a new e-mail could not be sent', () =>
      send({ to, subject: 'Confirme o seu novo e-mail da Retoma', text }),
    );
    return Promise.resolve();
  };
}
