import { Failed, Refused, Unreachable } from './call.ts';

/** Why something is missing: no response, a refusal of the service, or a defect in the service or the page. */
export type FailureKind = 'silent' | 'refused' | 'internal';

const unloaded = new WeakSet<Error>();

/** Marks an error as that of a part of the panel that could not be fetched: no response. */
export const markUnloaded = (error: Error): void => void unloaded.add(error);

/** The kind of anything that was thrown. */
export function failureKind(error: Error): FailureKind {
  if (error instanceof Unreachable || unloaded.has(error)) return 'silent';
  return error instanceof Refused ? 'refused' : 'internal';
}

const references = new WeakMap<Error, string>();

/** The number by which an internal error is found in the service's log. */
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

/** Reports a defect of the page to the service's log, once: where it happened, without its message, which may hold what a customer wrote. */
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
