export {
  RetomaError,
  InvalidRequestError,
  AccessError,
  NotFoundError,
  ConflictError,
  RateLimitError,
  ServiceError,
  ConnectionError,
  SignatureError,
} from './errors.ts';
export type { CreateOptions, RequestOptions, RetomaOptions } from './checkout-client.ts';
export { everyEntry } from './every-entry.ts';
export { Retoma } from './retoma.ts';
export {
  signCart,
  verifyReturn,
  verifyWebhook,
  type CheckoutReturn,
  type VerifyOptions,
  type WebhookHeaders,
} from './signatures.ts';
export type * from './types.ts';
