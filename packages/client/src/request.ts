// One call: its attempts, waits and retries, and the reading of its response.
import { callError, RetomaError } from './errors.ts';
import type { Issue } from './types.ts';

/** How the calls of a client are made. */
export type CallOptions = {
  /** Timeout of one attempt, in milliseconds; by default 10,000. */
  timeout?: number | undefined;
  /** Number of retries after the first attempt; by default 2. */
  retries?: number | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

type Fields = Record<string, unknown>;
/** Whether a response's body has the members in use. */
export type Check<T> = (body: unknown) => body is T;

/** Whether a value is an object. */
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
/** Whether a value is a text. */
export const isText = (value: unknown): value is string => typeof value === 'string';
/** Whether a value is an http or https URL. */
export const isHttpUrl = (value: unknown): value is string => isText(value) && /^https?:\/\/./i.test(value);

/** Retries until a response is final. Every attempt has the same Idempotency-Key, so that no attempt creates a second checkout. */
export async function call<T>(
  url: string,
  init: RequestInit,
  isExpected: Check<T>,
  options: CallOptions,
  signal?: AbortSignal,
): Promise<T> {
  const { retries = 2 } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptOnce(url, init, isExpected, options, signal);
    } catch (error) {
      const wait = attempt < retries ? waitAfter(error, attempt) : undefined;
      if (wait === undefined) throw error;
      await unlessAborted(signal, (resolve) => setTimeout(resolve, wait));
    }
  }
}

async function attemptOnce<T>(
  url: string,
  init: RequestInit,
  isExpected: Check<T>,
  { timeout = 10_000, fetch = globalThis.fetch }: CallOptions,
  signal?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  try {
    return await unlessAborted(signal, (resolve, reject) => {
      const exchange = async (): Promise<T> => {
        const response = await fetch(url, { ...init, signal: controller.signal });
        return read(response, await response.text(), isExpected);
      };
      exchange().then(resolve, (cause: unknown) =>
        reject(
          cause instanceof RetomaError
            ? cause
            : callError('NETWORK_ERROR', 'The response could not be read', { cause }),
        ),
      );
      return setTimeout(() => reject(callError('TIMEOUT', `No response within ${timeout} ms`)), timeout);
    });
  } finally {
    controller.abort(); // frees the connection of an aborted attempt; has no effect on a finished one
  }
}

/** Returns the body of a successful response; throws a RetomaError for anything else: a refusal, a proxy's HTML, an empty body. */
function read<T>({ ok, status, headers }: Response, text: string, isExpected: Check<T>): T {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON: the check below reports the error.
  }
  if (ok && isExpected(body)) return body;
  const requestId = headers.get('x-request-id') ?? undefined;
  const answer = { status, requestId, retryAfter: secondsOf(headers.get('retry-after')) };
  const error = !ok && isFields(body) && isFields(body.error) ? body.error : {};
  if (!isText(error.code)) {
    const message = `Status ${status} without the documented body: is baseUrl right?`;
    throw callError('INVALID_RESPONSE', message, { ...answer, cause: text.slice(0, 200) });
  }
  const issues = isFields(error.details) && Array.isArray(error.details.issues) ? error.details.issues : [];
  const message = isText(error.message) ? error.message : error.code;
  throw callError(error.code, message, { ...answer, issues: issues.filter(isIssue) });
}

const isIssue = (value: unknown): value is Issue =>
  isFields(value) && [value.path, value.pointer, value.code, value.message].every(isText);

/** The seconds of a Retry-After header, which is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

const passing = new Set([429, 500, 502, 503, 504]);
/** The longest Retry-After that the client waits for, in seconds; after a longer one it fails, and the error has the value. */
const longestRetryAfterS = 30;

/** Milliseconds to wait before the next attempt; undefined if a retry cannot help. */
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof RetomaError)) return undefined;
  const { code, status, retryAfter = 0 } = error;
  const mayPass = /^(NETWORK_ERROR|TIMEOUT|IDEMPOTENCY_IN_PROGRESS)$/.test(code) || passing.has(status);
  if (!mayPass || retryAfter > longestRetryAfterS) return undefined;
  // Half of the wait is random, so that callers that failed together do not retry together.
  return retryAfter * 1000 + Math.min(8000, 250 * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** A promise that also rejects at once when `signal` is aborted. `start` returns the timer to clear when the promise settles. */
async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (reason: unknown) => void) => ReturnType<typeof setTimeout>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise<T>((resolve, reject) => {
      // Browsers before 2022 provide no reason.
      onAbort = () => reject(signal?.reason ?? new DOMException('The call was aborted', 'AbortError'));
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort);
      timer = start(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
