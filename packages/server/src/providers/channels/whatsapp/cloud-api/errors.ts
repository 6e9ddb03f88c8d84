import type { MessageReason } from '@retoma/flow';
import { deliveredByStatus, refused, type ProviderResponse } from '../../provider-response.ts';
import { objectIn, objectsIn, textIn } from '../../json.ts';
import type { Delivered } from '../../provider.ts';

/** Temporary errors: the API is unavailable or limits the rate. */
const passing: Readonly<Record<number, MessageReason>> = {
  1: 'PROVIDER_UNAVAILABLE',
  2: 'PROVIDER_UNAVAILABLE',
  4: 'RATE_LIMITED',
  17: 'RATE_LIMITED',
  341: 'RATE_LIMITED',
  613: 'RATE_LIMITED',
  80007: 'RATE_LIMITED',
  130429: 'RATE_LIMITED',
  131000: 'PROVIDER_UNAVAILABLE',
  131016: 'PROVIDER_UNAVAILABLE',
  131056: 'RATE_LIMITED',
  131057: 'PROVIDER_UNAVAILABLE',
  132069: 'RATE_LIMITED',
  133004: 'PROVIDER_UNAVAILABLE',
  133005: 'PROVIDER_UNAVAILABLE',
};

/** Permanent errors of this message to this person. */
const final: Readonly<Record<number, MessageReason>> = {
  131047: 'WINDOW_CLOSED',
  131026: 'CANNOT_RECEIVE',
  131021: 'CANNOT_RECEIVE',
  131030: 'NOT_A_TEST_RECIPIENT',
  131049: 'MARKETING_LIMIT',
  130472: 'MARKETING_LIMIT',
  131052: 'MEDIA_UNAVAILABLE',
  131053: 'MEDIA_UNAVAILABLE',
  131058: 'TEMPLATE_REFUSED',
  132000: 'TEMPLATE_REFUSED',
  132001: 'TEMPLATE_REFUSED',
  132005: 'TEMPLATE_REFUSED',
  132007: 'TEMPLATE_REFUSED',
  132012: 'TEMPLATE_REFUSED',
  132015: 'TEMPLATE_REFUSED',
  132016: 'TEMPLATE_REFUSED',
  132018: 'TEMPLATE_REFUSED',
  132068: 'TEMPLATE_REFUSED',
};

/** Errors of the connection: nothing is sent over it until its owner acts. */
const lasting: Readonly<Record<number, MessageReason>> = {
  0: 'INVALID_CREDENTIALS',
  3: 'MISSING_PERMISSION',
  10: 'MISSING_PERMISSION',
  33: 'UNKNOWN_ACCOUNT',
  102: 'INVALID_CREDENTIALS',
  190: 'INVALID_CREDENTIALS',
  368: 'ACCOUNT_RESTRICTED',
  131005: 'MISSING_PERMISSION',
  131031: 'ACCOUNT_RESTRICTED',
  131037: 'NAME_NOT_APPROVED',
  131042: 'PAYMENT_DUE',
  131045: 'UNKNOWN_ACCOUNT',
  131048: 'SPAM_LIMIT',
  131064: 'ACCOUNT_RESTRICTED',
  134011: 'PAYMENT_TERMS',
};

/** The reason of a code of a range. 133000 to 133099 are about the registration of the number. */
const lastingOf = (code: number): MessageReason | undefined => {
  if (code >= 200 && code <= 299) return 'MISSING_PERMISSION';
  return code >= 133_000 && code <= 133_099 ? 'NUMBER_NOT_REGISTERED' : undefined;
};

/** The error code of a person who opted out of this store's marketing at WhatsApp. */
const stopped = 131050;

/** The rate limit per recipient. The API requires a pause of 4^attempts seconds; `pause` is the shortest pause used, in milliseconds. */
const samePerson = { code: 131056, pause: 6_000 };

/** The outcome in the Cloud API's response: `{ messages: [{ id }] }`, or `{ error: { code } }`, where the code decides. */
export function readResponse(answer: ProviderResponse): Delivered {
  const { messages, error } = objectIn(answer.json);
  if (answer.status < 300) {
    const providerId = textIn(objectsIn(messages)[0]?.id);
    return providerId === '' ? { outcome: 'uncertain' } : { outcome: 'sent', providerId };
  }
  const { code } = objectIn(error);
  if (typeof code !== 'number') return deliveredByStatus(answer);
  return deliveredByCode(code, answer.retryAfterMs);
}

/** The outcome of an error code. */
export function deliveredByCode(code: number, retryAfterMs?: number): Delivered {
  if (code === stopped) return { outcome: 'opted_out' };
  const wait = passing[code];
  const lastingReason = wait ? undefined : (lasting[code] ?? lastingOf(code));
  if (lastingReason) return { outcome: 'broken', reason: lastingReason };
  if (wait) {
    const pause = code === samePerson.code ? Math.max(retryAfterMs ?? 0, samePerson.pause) : retryAfterMs;
    return { outcome: 'later', reason: wait, ...(pause !== undefined && { retryAfterMs: pause }) };
  }
  return final[code] ? refused(final[code], code) : refused('PROVIDER_REFUSED', code);
}
