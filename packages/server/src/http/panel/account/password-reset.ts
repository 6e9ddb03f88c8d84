import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { openMail } from '../../../mail.ts';
import { admitReset, confirmReset, mailReset, type MailReset } from '../../../people/password-reset.ts';
import { addEndpoint } from '../endpoint.ts';

/** POST /panel/api/password-reset and /password-reset/confirm: a link by e-mail, and the new password that it is good for. */
export function addPasswordReset(app: FastifyInstance, context: Context): void {
  const mail = mailOf(context);
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', async () => void (await Promise.all(underWay)));
  addEndpoint(app, context, 'requestPasswordReset', async ({ body: { email }, request }) => {
    const refusal = await admitReset(context, email, request.ip);
    if (refusal) return refusal;
    // Not waited for: the answer must not tell, by its time or its words, whether anybody has this e-mail.
    const work = mailReset(context, email, mail)
      .catch((error: unknown) => tellFailure(context, error))
      .finally(() => underWay.delete(work));
    underWay.add(work);
    return { success: true };
  });
  addEndpoint(app, context, 'confirmPasswordReset', async ({ body: { token, password } }) => {
    const confirmed = await confirmReset(context, token, password);
    return confirmed.ok ? { success: true } : confirmed;
  });
}

/** The token stands behind the `#`: browsers send that part to nobody, so it is in no log and no Referer. */
function mailOf(context: Context): MailReset {
  const send = openMail(context.config);
  return async (to, token) => {
    if (!send) return context.log.warn('a new password was asked for, but without MAIL_URL no mail is sent');
    await send({ to, subject: 'Nova senha da Retoma', text: textOf(`${context.baseUrl}/panel/password#${token}`) });
  };
}

const textOf = (link: string): string =>
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

/** Mail servers put addresses into their messages, so only the kind of failure is logged. */
function tellFailure({ log }: Context, error: unknown): void {
  const code = (error as { code?: unknown } | null)?.code;
  log.error({ code: typeof code === 'string' ? code : undefined }, 'a link for a new password could not be sent');
}
