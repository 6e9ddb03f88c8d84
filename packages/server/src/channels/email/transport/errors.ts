import type { MessageReason } from '@retoma/flow';
import { broken, refused } from '../../provider-response.ts';
import type { Delivered, ConnectionTest } from '../../provider.ts';
import type { SmtpFailure } from './session.ts';

const later = (reason: MessageReason): Delivered => ({ outcome: 'later', reason });

/** SMTP codes that require authentication or reject it (RFC 4954). */
const authCodes: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * The outcome of a failure. The server's code decides: 4xx is temporary, 5xx permanent (RFC 5321). Without a response, a message that may
 * have left is `uncertain`; for any other message the library's error code decides.
 */
export function deliveredOf({ left, code, command = '', responseCode }: SmtpFailure): Delivered {
  if (responseCode === undefined) return left ? { outcome: 'uncertain' } : withoutAnswer(code);
  if (responseCode < 500) return later('RATE_LIMITED');
  if (code === 'EAUTH' || authCodes.has(responseCode)) return broken('INVALID_CREDENTIALS');
  if (code === 'ETLS') return broken('NO_ENCRYPTION');
  if (responseCode === 552 || responseCode === 523) return refused('EMAIL_TOO_LARGE');
  if (command.startsWith('RCPT')) return refused('RECIPIENT_REFUSED', responseCode);
  if (command.startsWith('MAIL')) return refused('SENDER_REFUSED', responseCode);
  if (command.startsWith('DATA')) return refused('PROVIDER_REFUSED', responseCode);
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
