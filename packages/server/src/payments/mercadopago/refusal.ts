import type { PaymentRefusal } from '@retoma/commerce';
import { z } from 'zod';
import { reasonOf as reasonOfPayment } from './payments-api/refusal.ts';

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
};

/** The refusal reason for the `status_detail` of a failed payment; the details of payments are known too, any other means "declined". */
export const reasonOf = (detail: unknown): PaymentRefusal =>
  (typeof detail === 'string' && Object.hasOwn(byDetail, detail) ? byDetail[detail] : undefined) ??
  reasonOfPayment(detail);

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
