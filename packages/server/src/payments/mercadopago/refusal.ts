import type { PaymentRefusal } from '@retoma/commerce';
import { z } from 'zod';

/** Our refusal reasons by Mercado Pago's `status_detail`. */
const byDetail: Readonly<Record<string, PaymentRefusal>> = {
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
  cc_rejected_card_error: 'declined',
  cc_rejected_other_reason: 'declined',
};

/** The refusal reason for the `status_detail` of a rejected payment; an unknown one means that the bank declined. */
export const reasonOf = (statusDetail: unknown): PaymentRefusal =>
  (typeof statusDetail === 'string' && Object.hasOwn(byDetail, statusDetail) ? byDetail[statusDetail] : undefined) ??
  'declined';

/** The codes of `cause` about data that the shopper entered. */
const byCause: Readonly<Record<string, PaymentRefusal>> = {
  // the card token: not found, already used, or of another card form
  2006: 'check_data',
  2062: 'check_data',
  3003: 'check_data',
  3006: 'check_data',
  3008: 'check_data',
  // the payer: document, e-mail, or the merchant's own account
  2060: 'check_data',
  2067: 'check_data',
  324: 'check_data',
  4050: 'check_data',
  4051: 'check_data',
  3012: 'check_security_code',
  3013: 'check_security_code',
  3015: 'check_card_number',
  3016: 'check_card_number',
  3017: 'check_card_number',
  3018: 'check_expiry',
  3019: 'check_expiry',
  3020: 'check_data',
  3021: 'check_data',
  3022: 'check_data',
  3023: 'check_data',
  3029: 'check_expiry',
  3030: 'check_expiry',
};

/** The codes that only the merchant can fix: no PIX key at Mercado Pago; test and live credentials mixed. */
const broken: Readonly<Record<string, string>> = {
  13253: 'NO_PIX_KEY',
  2034: 'TEST_AND_LIVE_MIXED',
  3: 'TEST_AND_LIVE_MIXED',
  7: 'ACCESS_TOKEN',
};

/** The result of a rejected request (400, 422): `refused` if the shopper can correct it, `broken` if the account must be fixed. */
export function rejectedPayment(
  body: unknown,
): { outcome: 'refused'; reason: PaymentRefusal } | { outcome: 'broken'; reason: string } {
  const codes = causesIn(body);
  const failure = codes.map((code) => broken[code]).find((found) => found !== undefined);
  if (failure !== undefined) return { outcome: 'broken', reason: failure };
  const reason = codes.map((code) => byCause[code]).find((found) => found !== undefined);
  return { outcome: 'refused', reason: reason ?? 'unavailable' };
}

const code = z.object({ code: z.union([z.string(), z.number()]).transform(String) });

/** The codes in `cause`, a list of `{ code, description }`. Some errors nest the list, some contain a single object. */
const causesIn = (body: unknown): string[] =>
  [z.object({ cause: z.unknown() }).safeParse(body).data?.cause]
    .flat(3)
    .flatMap((one) => code.safeParse(one).data?.code ?? []);
