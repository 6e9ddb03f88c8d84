import type { MessageReason } from '@retoma/flow';
import { systemClock, type Clock } from '../../../../base/clock.ts';
import type { CallOut } from '../../../../base/net/http-client.ts';
import type { Delivered, Delivery } from '../../provider.ts';
import type { DkimKey } from '../build-mime.ts';
import { composeMail } from '../compose-mail.ts';
import type { Mail } from '../mail.ts';
import { MailThread } from '../thread/mail-thread.ts';
import { deliveredOf } from './errors.ts';
import type { SmtpServer } from './session.ts';
import { SmtpSessions } from './sessions.ts';

/** The dependencies that the e-mail providers of one process share. */
export type EmailDeps = {
  readonly clock: Clock;
  readonly thread: MailThread;
  readonly sessions: SmtpSessions;
  readonly callOut: CallOut;
  /** Whether a mail server may be on a private network: for development and tests. */
  readonly allowPrivate: boolean;
  /** PEM of an additional certificate authority for mail servers: for tests. */
  readonly ca?: string | undefined;
  /** A mail server in place of each provider's own: for tests. */
  readonly relay?: Pick<SmtpServer, 'host' | 'port' | 'security'>;
};

/** Opens the dependencies that the e-mail providers share. */
export function openEmailDeps({
  callOut,
  allowPrivate,
  clock = systemClock,
  ca,
  thread = new MailThread(),
}: EmailOptions): EmailDeps {
  return { clock, callOut, thread, sessions: new SmtpSessions(), allowPrivate, ca };
}

/** The options of the e-mail providers of a process. */
export type EmailOptions = Pick<EmailDeps, 'callOut' | 'allowPrivate' | 'ca'> &
  Partial<Pick<EmailDeps, 'clock' | 'thread'>>;

/** How a message is sent. `envelopeFrom`: the address for bounces; absent: the sender. */
export type Route = {
  readonly server: SmtpServer;
  readonly envelopeFrom?: string | undefined;
  readonly dkim?: DkimKey | undefined;
  /** Headers that configure the provider. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads the provider's message id from its response; absent: our Message-ID is used. */
  readonly providerId?: (response: string) => string | undefined;
};

/** Composes one message, signs it and sends it over SMTP. */
export async function sendMail(
  { clock, thread, sessions }: EmailDeps,
  delivery: Delivery,
  { server, envelopeFrom, dkim, headers, providerId }: Route,
  signal: AbortSignal,
): Promise<Delivered> {
  const composed = await composeMail(delivery, thread);
  if (!composed.ok) return notComposed(composed.reason);
  const mail: Mail = { ...composed.mail, headers: { ...composed.mail.headers, ...headers } };
  const encoded = await thread.encode(delivery.storeId, { mail, date: new Date(clock()), dkim });
  if (!encoded.ok) return notComposed(encoded.reason);
  const from = envelopeFrom ?? mail.from.address;
  const result = await sessions.send(server, { from, to: mail.to, bytes: Buffer.from(encoded.bytes) }, signal);
  if (!result.ok) return deliveredOf(result.failure);
  return { outcome: 'sent', providerId: providerId?.(result.response) ?? mail.messageId };
}

/** The outcome of a message that could not be composed. */
export const notComposed = (reason: MessageReason): Delivered => ({
  outcome: reason === 'EMAIL_TIMEOUT' ? 'later' : 'refused',
  reason,
});
