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
export { Retoma, type CreateOptions, type RetomaOptions } from './retoma.ts';
export {
  signCart,
  verifyReturn,
  verifyWebhook,
  type CheckoutReturn,
  type VerifyOptions,
  type WebhookHeaders,
} from './signatures.ts';
export type * from './types.ts';
