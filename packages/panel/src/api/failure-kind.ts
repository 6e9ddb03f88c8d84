import { Failed, Refused, Unreachable } from './call.ts';

/** Why a request or a page failed: no response, a refusal of the service, or a defect in the service or the page. */
export type FailureKind = 'silent' | 'refused' | 'internal';

const unloaded = new WeakSet<Error>();

/** Marks an error as a failed download of a part of the panel. Its kind is then `silent`. */
export const markUnloaded = (error: Error): void => void unloaded.add(error);

/** The kind of any thrown error. */
export function failureKind(error: Error): FailureKind {
  if (error instanceof Unreachable || unloaded.has(error)) return 'silent';
  return error instanceof Refused ? 'refused' : 'internal';
}

const references = new WeakMap<Error, string>();

/** The id under which an internal error is in the service's log. Undefined if the service sent none. */
export function referenceOf(error: Error): string | undefined {
  if (error instanceof Failed) return error.requestId;
  let reference = references.get(error);
  if (reference === undefined) {
    reference = crypto.randomUUID().slice(0, 13);
    references.set(error, reference);
  }
  return reference;
}

const reported = new WeakSet<Error>();

/** Reports a defect of the page to the service's log, once: its location, without its message, which may contain a customer's text. */
export function reportDefect(defect: Error): void {
  const reference = referenceOf(defect);
  if (failureKind(defect) !== 'internal' || defect instanceof Failed || reference === undefined || reported.has(defect))
    return;
  reported.add(defect);
  const { name, stack = '' } = defect;
  const frames = stack.split('\n').filter((line) => /:\d+:\d+\)?$/.test(line));
  void fetch('/panel/api/page-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-retoma-panel': '1', 'x-request-id': reference },
    body: JSON.stringify({ name: name.slice(0, 80), stack: frames.join('\n').slice(0, 4_000) }),
    keepalive: true,
  }).catch(() => {});
}
