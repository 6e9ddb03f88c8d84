import type { MessageReason } from '@retoma/flow';
import { broken, refused } from '../../provider-response.ts';
import type { Delivered, ConnectionTest } from '../../provider.ts';
import { causeOf, type RefusalCause } from '../refusal.ts';
import type { SmtpFailure } from './session.ts';

const later = (reason: MessageReason): Delivered => ({ outcome: 'later', reason });

/** How long a server that greylists wants to wait, in milliseconds: most want five minutes. */
const greylistedMs = 5 * 60_000;

/**
 * The outcome of a failure. What is the sender's concerns every message: the connection waits for its owner, and no message fails for it.
 * A passing refusal (4xx) that is not about a limit is tried again, any other one is final (RFC 5321). Without a response, a message that
 * may have left is `uncertain`; for any other message the library's error code decides.
 */
export function deliveredOf({ left, code, command = '', responseCode, response = '' }: SmtpFailure): Delivered {
  if (responseCode === undefined) return left ? { outcome: 'uncertain' } : withoutAnswer(code);
  const cause = causeOf({ code: responseCode, command, text: response });
  if (responseCode < 500) {
    if (cause === 'limit') return broken('SENDING_LIMIT');
    return { ...later('RATE_LIMITED'), ...(cause === 'greylisted' && { retryAfterMs: greylistedMs }) };
  }
  if (code === 'EAUTH') return broken(cause === 'limit' ? 'SENDING_LIMIT' : 'INVALID_CREDENTIALS');
  if (code === 'ETLS') return broken('NO_ENCRYPTION');
  return outcomes[cause]?.(responseCode) ?? byCommand(command, responseCode);
}

const outcomes: Partial<Record<RefusalCause, (code: number) => Delivered>> = {
  recipient: (code) => refused('RECIPIENT_REFUSED', code),
  limit: () => broken('SENDING_LIMIT'),
  blocked: () => broken('ACCOUNT_RESTRICTED'),
  sender: () => broken('SENDER_REFUSED'),
  login: () => broken('INVALID_CREDENTIALS'),
  size: () => refused('EMAIL_TOO_LARGE'),
  content: (code) => refused('PROVIDER_REFUSED', code),
  policy: () => broken('ACCOUNT_RESTRICTED'),
  greylisted: () => later('RATE_LIMITED'),
  busy: () => later('RATE_LIMITED'),
};

/** The outcome of a refusal that does not say what it is about. */
function byCommand(command: string, code: number): Delivered {
  if (command.startsWith('RCPT')) return refused('RECIPIENT_REFUSED', code);
  if (command.startsWith('MAIL')) return refused('SENDER_REFUSED', code);
  if (command.startsWith('DATA')) return refused('PROVIDER_REFUSED', code);
  // The server refused the session before any message.
  return broken('ACCOUNT_RESTRICTED');
}

function withoutAnswer(code: string): Delivered {
  switch (code) {
    case 'PRIVATE_ADDRESS':
      return broken('PRIVATE_ADDRESS');
    case 'CERTIFICATE':
      return broken('UNTRUSTED_CERTIFICATE');
    case 'EAUTH':
      return broken('INVALID_CREDENTIALS');
    case 'EMESSAGE':
      return refused('EMAIL_TOO_LARGE');
    case 'EENVELOPE':
      return refused('INVALID_RECIPIENT');
    case 'ENOTFOUND':
      return later('UNKNOWN_HOST');
    default:
      return later('UNREACHABLE');
  }
}

/** The result of a connection test that failed. */
export function triedOf(failure: SmtpFailure): ConnectionTest {
  const delivered = deliveredOf(failure);
  if (!('reason' in delivered)) return { outcome: 'unreachable', reason: 'UNREACHABLE' };
  const { outcome, reason } = delivered;
  return { outcome: outcome === 'later' ? 'unreachable' : 'broken', reason };
}
