import type { Context } from '../../context.ts';
import { openMail } from '../../base/service-mail.ts';
import { confirmReset, mailReset, type MailReset } from '../password-reset.ts';
import { browserOf, giveBrowserCookie } from '../guards/session-cookie.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import type { Background } from './background.ts';

/** POST /panel/api/password-reset and /password-reset/confirm: mails a link, and sets a new password by its token. */
export function passwordResetHandlers(
  context: Context,
  background: Background,
): PanelHandlers<'requestPasswordReset' | 'confirmPasswordReset'> {
  const mail = resetMailer(context);
  return {
    requestPasswordReset: ({ body: { email }, request }) => {
      const requested = { email, address: request.ip };
      background.run('a link for a new password could not be sent', () => mailReset(context, requested, mail));
      return Promise.resolve({ success: true });
    },
    confirmPasswordReset: async ({ body: { token, password }, request, reply }) => {
      const confirmed = await confirmReset(context, { token, password, browser: browserOf(context, request) });
      if (!confirmed.ok) return confirmed;
      giveBrowserCookie(context, reply, confirmed.browserToken);
      return { success: true };
    },
  };
}

/** Sends the link. The token is behind the `#`: browsers do not send that part, so it is in no log and no Referer. */
function resetMailer(context: Context): MailReset {
  const send = openMail(context.config);
  return async (to, token) => {
    if (!send) return context.log.warn('password reset requested, but MAIL_URL is not set; no e-mail was sent');
    await send({
      to,
      subject: 'Nova senha da Retoma',
      text: resetMailText(`${context.baseUrl}/panel/password#${token}`),
    });
  };
}

const resetMailText = (link: string): string =>
  [
    'Olá,',
    '',
    'Recebemos um pedido para trocar a sua senha da Retoma. Para escolher uma nova, abra este link na próxima hora:',
    '',
    link,
    '',
    'Se não foi você, ignore este e-mail: a senha continua a mesma.',
    '',
  ].join('\n');
