import type { PaymentRefusal } from '@retoma/commerce';
import { z } from 'zod';

/** Our refusal reasons by the `status_detail` of an order's payment. */
const byDetail: Readonly<Record<string, PaymentRefusal>> = {
  bad_filled_card_data: 'check_data',
  invalid_card_token: 'check_data',
  insufficient_amount: 'insufficient_funds',
  card_insufficient_amount: 'insufficient_funds',
  amount_limit_exceeded: 'insufficient_funds',
  rejected_by_issuer: 'declined',
  required_call_for_authorize: 'call_bank',
  card_disabled: 'card_disabled',
  invalid_installments: 'installments_not_accepted',
  max_attempts_exceeded: 'too_many_attempts',
  high_risk: 'risk',
  processing_error: 'unavailable',
  expired: 'not_confirmed',
  '3ds_challenge_expired': 'not_confirmed',
  // The names of the payments API, which orders may repeat.
  cc_rejected_bad_filled_card_number: 'check_card_number',
  cc_rejected_bad_filled_security_code: 'check_security_code',
  cc_rejected_bad_filled_date: 'check_expiry',
  cc_rejected_bad_filled_other: 'check_data',
  cc_rejected_insufficient_amount: 'insufficient_funds',
  cc_amount_rate_limit_exceeded: 'insufficient_funds',
  cc_rejected_call_for_authorize: 'call_bank',
  cc_rejected_3ds_challenge: 'call_bank',
  cc_rejected_3ds_mandatory: 'call_bank',
  cc_rejected_card_disabled: 'card_disabled',
  cc_rejected_card_type_not_allowed: 'card_disabled',
  cc_rejected_duplicated_payment: 'already_paid',
  cc_rejected_invalid_installments: 'installments_not_accepted',
  cc_rejected_max_attempts: 'too_many_attempts',
  cc_rejected_high_risk: 'risk',
  cc_rejected_blacklist: 'risk',
  cc_rejected_fraud: 'risk',
  rejected_high_risk: 'risk',
  bank_error: 'unavailable',
};

/** The refusal reason for the `status_detail` of a failed payment; an unknown one means that the bank declined. */
export const reasonOf = (detail: unknown): PaymentRefusal =>
  (typeof detail === 'string' ? lookUp(byDetail, detail) : undefined) ?? 'declined';

/** The codes of `errors` about data that the shopper entered. */
const byCode: Readonly<Record<string, PaymentRefusal>> = {
  invalid_card_token: 'check_data',
  card_token_not_found: 'check_data',
  bad_filled_card_data: 'check_data',
};

/** The codes that only the merchant can fix. */
const broken: Readonly<Record<string, string>> = {
  invalid_email_for_sandbox: 'TEST_AND_LIVE_MIXED',
  invalid_credentials: 'ACCESS_TOKEN',
};

/** The members that the shopper typed, as the details of an error name them. */
const typedMember = /payer\.(email|identification|address|phone)|payment_method\.token/;

/** The result of a rejected request (400, 422): `refused` if the shopper can correct it, `broken` if the account must be fixed. */
export function rejectedPayment(
  body: unknown,
): { outcome: 'refused'; reason: PaymentRefusal } | { outcome: 'broken'; reason: string } {
  const errors = errorsIn(body);
  const codes = errors.map(({ code }) => code);
  const failure = codes.map((code) => lookUp(broken, code)).find((found) => found !== undefined);
  if (failure !== undefined) return { outcome: 'broken', reason: failure };
  const reason = codes.map((code) => lookUp(byCode, code)).find((found) => found !== undefined);
  const isTyped = errors.some(({ details }) => details.some((detail) => typedMember.test(detail)));
  return { outcome: 'refused', reason: reason ?? (isTyped ? 'check_data' : 'unavailable') };
}

const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const ApiError = z.object({ code: z.coerce.string(), details: z.array(z.string()).catch([]) });

/** The errors of a response: `{ errors: [{ code, message, details: [text] }] }`. Their texts may hold what the shopper typed. */
const errorsIn = (body: unknown): z.infer<typeof ApiError>[] =>
  (z.object({ errors: z.array(z.unknown()) }).safeParse(body).data?.errors ?? []).flatMap(
    (one) => ApiError.safeParse(one).data ?? [],
  );
