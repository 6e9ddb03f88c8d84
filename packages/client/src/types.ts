// The types of the SDK: those of the API's contract, and what the SDK adds.
import type {
  CheckoutCreated as Answer,
  CheckoutRequest,
  CheckoutWarning,
  ContractErrorCode,
} from './contract-types.ts';

export type * from './contract-types.ts';

/** The shopper's contact data, as far as you have it. */
export type Customer = NonNullable<CheckoutRequest['customer']>;

/** Absolute http or https addresses of your own site. */
export type Redirect = NonNullable<CheckoutRequest['redirect']>;

/** A created checkout. Redirect the shopper to `checkoutUrl`. */
export type CheckoutCreated = Omit<Answer, 'warnings'> & {
  /** Empty if every value was used. */
  warnings: CheckoutWarning[];
};

/** Why a call failed: the codes of the API, three for calls without its response, and three for signatures. */
export type ErrorCode =
  ContractErrorCode | 'NETWORK_ERROR' | 'TIMEOUT' | 'INVALID_RESPONSE' | 'INVALID_SIGNATURE' | 'EXPIRED_SIGNATURE';
