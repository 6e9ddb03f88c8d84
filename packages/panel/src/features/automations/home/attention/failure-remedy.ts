import type { MessageReason } from '@retoma/flow';

/** Where what made messages fail is put right: at the connection, in the automation, or for each person. */
export type Remedy = 'connection' | 'automation' | 'messages';

const ofConnection: ReadonlySet<string> = new Set<MessageReason>([
  'NO_CONNECTION',
  'CONNECTION_CLOSED',
  'NOT_A_TEST_RECIPIENT',
  'PROVIDER_UNAVAILABLE',
  'SENDER_REFUSED',
  'NO_ENCRYPTION',
  'INVALID_SETTINGS',
  'INVALID_CREDENTIALS',
  'MISSING_PERMISSION',
  'UNKNOWN_ACCOUNT',
  'NOTHING_DELIVERED',
  'DISCONNECTED',
  'ACCOUNT_RESTRICTED',
  'NUMBER_NOT_REGISTERED',
  'NAME_NOT_APPROVED',
  'PAYMENT_TERMS',
  'WEBHOOKS_NOT_SUBSCRIBED',
  'SENDING_LIMIT',
  'PAYMENT_DUE',
  'SPAM_LIMIT',
  'INVALID_URL',
  'PRIVATE_ADDRESS',
  'UNTRUSTED_CERTIFICATE',
  'UNSAFE_REDIRECT',
  'TOO_MANY_REDIRECTS',
  'INVALID_HEADER',
  'UNKNOWN_HOST',
  'UNREACHABLE',
]);

const ofAutomation: ReadonlySet<string> = new Set<MessageReason>([
  'SMS_TOO_LONG',
  'EMPTY_MESSAGE',
  'CODE_EXPIRED',
  'EMPTY_BUTTON',
  'INVALID_ADDRESS',
  'TEXT_TOO_LONG',
  'TOO_MANY_BUTTONS',
  'UNSUPPORTED_CONTENT',
  'WINDOW_CLOSED',
  'EMPTY_PARAMETER',
  'TEMPLATE_REFUSED',
  'MEDIA_UNAVAILABLE',
  'MJML_INVALID',
  'MJML_INCLUDE',
  'MJML_TOO_LONG',
  'MJML_TOO_DEEP',
  'INVALID_SENDER',
  'EMAIL_TIMEOUT',
  'EMAIL_TOO_LARGE',
]);

/** The remedy of a reason of the ledger; an unknown one is looked at message by message. */
export function failureRemedy(reason: string): Remedy {
  if (ofConnection.has(reason)) return 'connection';
  return ofAutomation.has(reason) ? 'automation' : 'messages';
}
