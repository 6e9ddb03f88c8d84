import type { PaymentRefusal } from '@retoma/commerce';
import { z } from 'zod';

/** Our refusal reasons by Stripe's decline codes and card error codes. */
const byCode: Readonly<Record<string, PaymentRefusal>> = {
  incorrect_number: 'check_card_number',
  invalid_number: 'check_card_number',
  incorrect_cvc: 'check_security_code',
  invalid_cvc: 'check_security_code',
  expired_card: 'check_expiry',
  invalid_expiry_month: 'check_expiry',
  invalid_expiry_year: 'check_expiry',
  insufficient_funds: 'insufficient_funds',
  card_velocity_exceeded: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  authentication_required: 'call_bank',
  payment_intent_authentication_failure: 'not_confirmed',
  call_issuer: 'call_bank',
  card_not_supported: 'card_disabled',
  restricted_card: 'card_disabled',
  duplicate_transaction: 'already_paid',
  pin_try_exceeded: 'too_many_attempts',
  card_decline_rate_limit_exceeded: 'too_many_attempts',
  fraudulent: 'risk',
  merchant_blacklist: 'risk',
  lost_card: 'declined',
  stolen_card: 'declined',
  processing_error: 'unavailable',
  issuer_not_available: 'unavailable',
  try_again_later: 'unavailable',
};

/** Error codes that only the merchant can fix. */
const broken: Readonly<Record<string, string>> = {
  payment_method_unactivated: 'NOT_PERMITTED',
  testmode_charges_only: 'NOT_PERMITTED',
  api_key_expired: 'ACCESS_TOKEN',
  livemode_mismatch: 'TEST_AND_LIVE_MIXED',
};

/** Error codes about data that the shopper entered. */
const shopperData: ReadonlySet<string> = new Set([
  'email_invalid',
  'tax_id_invalid',
  'invalid_characters',
  'postal_code_invalid',
  'payment_method_billing_details_address_missing',
]);

const code = z.string().max(200).nullish().catch(null);

/** The error of a payment or of a response; its texts are not read, since they may repeat what the shopper typed. */
export const StripeError = z.object({ type: code, code, decline_code: code, param: code });

/** The error in a response. */
export const errorIn = (body: unknown): z.infer<typeof StripeError> =>
  z.object({ error: StripeError }).safeParse(body).data?.error ?? { type: null };

const known = <T>(table: Readonly<Record<string, T>>, name: string | null | undefined): T | undefined =>
  name != null && Object.hasOwn(table, name) ? table[name] : undefined;

/** Why a card was declined; an unknown code means that the bank declined. */
export const reasonOf = (error: z.infer<typeof StripeError> | null | undefined): PaymentRefusal =>
  known(byCode, error?.decline_code) ?? known(byCode, error?.code) ?? 'declined';

/** The result of a request that Stripe refused (400, 402, 404): `refused` if the shopper can correct it, `broken` if the account must be fixed. */
export function rejectedPayment(
  body: unknown,
): { outcome: 'refused'; reason: PaymentRefusal } | { outcome: 'broken'; reason: string } {
  const error = errorIn(body);
  const failure = known(broken, error.code);
  if (failure !== undefined) return { outcome: 'broken', reason: failure };
  if (error.type === 'card_error' || known(byCode, error.code)) return { outcome: 'refused', reason: reasonOf(error) };
  const isAboutShopper = shopperData.has(error.code ?? '') || /^payment_method(_data)?(\[|$)/.test(error.param ?? '');
  return { outcome: 'refused', reason: isAboutShopper ? 'check_data' : 'unavailable' };
}
