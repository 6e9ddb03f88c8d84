import type { PaymentRefusal } from '@retoma/commerce';

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
