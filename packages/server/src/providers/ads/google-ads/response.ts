import { z } from 'zod';
import { answerText, type Responded, type Unanswered } from '../answer.ts';
import type { Answer, Sent } from '../destination.ts';

const Violation = z.object({
  field: z.string().catch(''),
  reason: z.string().optional(),
  description: z.string().optional(),
});
/** Details of several kinds: ErrorInfo has a `reason`, BadRequest has `fieldViolations`. */
const Detail = z.object({ reason: z.string().optional(), fieldViolations: z.array(Violation).catch([]) });
const Failed = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    details: z.array(Detail).catch([]),
  }),
});
/** The response to a request that was only validated may lack the id. */
const Accepted = { sent: z.object({ requestId: z.string().min(1) }), validated: z.object({}) };

/** What an answer says: its reasons, most specific first, its text, and whether the owner can repair it. */
type Failure = {
  readonly reasons: readonly string[];
  readonly message: string | undefined;
  readonly isAccount: boolean;
};

/** The reasons of an account that refuses hashed contacts; it accepts the same conversion without them. */
const termsReasons: ReadonlySet<string> = new Set([
  'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED',
  'DESTINATION_ACCOUNT_NOT_ENABLED_ENHANCED_CONVERSIONS_FOR_LEADS',
  'DESTINATION_ACCOUNT_DATA_POLICY_PROHIBITS_ENHANCED_CONVERSIONS',
  'TERMS_AND_CONDITIONS_NOT_SIGNED',
]);

/** Whether the account refuses hashed contacts, so that the conversion must be sent again without them. */
export const refusesContacts = (response: Responded | Unanswered): boolean =>
  response.outcome === 'answered' && failureIn(response.body).reasons.some((reason) => termsReasons.has(reason));

/** What an answer means. 200 means accepted; the event is processed later, which is not reported here (README.md). */
export function googleAdsSent(
  response: Responded | Unanswered,
  { validateOnly, disclosed }: { validateOnly: boolean; disclosed: readonly string[] },
): Sent {
  if (response.outcome !== 'answered') return response;
  const { status, body } = response;
  if (status === 200) {
    if (!Accepted[validateOnly ? 'validated' : 'sent'].safeParse(body).success)
      return { outcome: 'uncertain', status, code: 'UNREADABLE', message: null };
    return { outcome: 'sent', disclosed, ...answerText(status, null) };
  }
  const failure = failureIn(body);
  const isBroken = status === 401 || status === 403 || failure.isAccount;
  return { outcome: 'refused', isBroken, ...answerOf(status, failure) };
}

/** Codes that have a text for owners come first; Google's own reason then begins the message. */
function answerOf(status: number, { reasons, message, isAccount }: Failure): Answer {
  const [reason] = reasons;
  if (reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return answerText(status, 'SCOPE', message);
  return isAccount ? answerText(status, 'ACCOUNT', `${reason}: ${message}`) : answerText(status, reason, message);
}

/** The reasons of an account or conversion action that does not exist, or is not of the right kind. */
const accountReasons: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'PERMISSION_DENIED',
  'INVALID_DESTINATION',
  'INVALID_CONVERSION_ACTION_ID',
  'INVALID_CONVERSION_ACTION_TYPE',
  'SERVICE_DISABLED',
  ...termsReasons,
]);

function failureIn(body: unknown): Failure {
  const { message, status, details = [] } = Failed.safeParse(body).data?.error ?? {};
  const violations = details.flatMap(({ fieldViolations }) => fieldViolations);
  const reasons = [...violations, ...details, { reason: status }].flatMap(({ reason }) => reason ?? []);
  const isAccount =
    reasons.some((reason) => accountReasons.has(reason)) ||
    violations.some(({ field }) => field.startsWith('destinations'));
  return { reasons, message: violations[0]?.description ?? message, isAccount };
}
