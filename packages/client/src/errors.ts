import type { ErrorCode, Issue } from './types.ts';

/** What an error knows besides its code and message. */
export type ErrorDetails = Partial<Pick<RetomaError, 'status' | 'issues' | 'requestId' | 'retryAfter'>> & {
  cause?: unknown;
};

/** Why a call failed. `message` is in English, for developers; choose your text for shoppers by `code`. */
export class RetomaError extends Error {
  override readonly name: string = 'RetomaError';
  /** Newer versions of the service may return codes that are not listed here. */
  readonly code: ErrorCode | (string & {});
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** For INVALID_PAYLOAD: the violations, at most the first 100. */
  readonly issues: readonly Issue[];
  /** The request's id; include it in questions to the operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another call, if the response has a Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(code: RetomaError['code'], message: string, details: ErrorDetails = {}) {
    super(message, details);
    this.code = code;
    this.status = details.status ?? 0;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/** 400, 405, 413, 415, 422: the request is wrong; do not repeat it unchanged. */
export class InvalidRequestError extends RetomaError {
  override readonly name = 'InvalidRequestError';
}

/** 401, 403: the key or the store does not allow the call. */
export class AccessError extends RetomaError {
  override readonly name = 'AccessError';
}

/** 404: there is no such checkout, order or endpoint in the key's store. */
export class NotFoundError extends RetomaError {
  override readonly name = 'NotFoundError';
}

/** 409: the state of the checkout or order does not allow the call. */
export class ConflictError extends RetomaError {
  override readonly name = 'ConflictError';
}

/** 429: too many calls, also after the retries. */
export class RateLimitError extends RetomaError {
  override readonly name = 'RateLimitError';
}

/** A 5xx after the retries, or a response that is not of the service. */
export class ServiceError extends RetomaError {
  override readonly name = 'ServiceError';
}

/** No response after the retries: NETWORK_ERROR or TIMEOUT. */
export class ConnectionError extends RetomaError {
  override readonly name = 'ConnectionError';
}

/** A webhook or a return address that the service did not sign, or signed too long ago. */
export class SignatureError extends RetomaError {
  override readonly name = 'SignatureError';
}

const classOf: Readonly<Record<number, typeof RetomaError>> = {
  0: ConnectionError,
  401: AccessError,
  403: AccessError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitError,
};

/** The error of a failed call, in the class of its status. */

export function callError(code: RetomaError['code'], message: string, details: ErrorDetails = {}): RetomaError {
  const { status = 0 } = details;
  const isOfService = status >= 500 || code === 'INVALID_RESPONSE';
  const Class = isOfService ? ServiceError : (classOf[status] ?? InvalidRequestError);
  return new Class(code, message, details);
}
