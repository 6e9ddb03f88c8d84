/** Why the user must prove who they are, and what with: `details` of the refusal (AUT2, AUT9). */
export type IdentityRequest = {
  readonly methods: readonly ('password' | 'code' | 'passkey')[];
  readonly email: string;
  /** The session is locked: nothing may be seen before. */
  readonly isLocked: boolean;
};

type Pending = {
  readonly request: IdentityRequest;
  readonly done: Promise<boolean>;
  readonly settle: (proved: boolean) => void;
};

let pending: Pending | undefined;
const listeners = new Set<() => void>();
const publish = (next: Pending | undefined): void => {
  pending = next;
  for (const listener of listeners) listener();
};

/** Asks the user to prove who they are; all calls that wait share one question. False: they did not. */
export function confirmIdentity(request: IdentityRequest): Promise<boolean> {
  // A locked session hides the page: that question replaces the other.
  if (pending && (pending.request.isLocked || !request.isLocked)) return pending.done;
  let settle: (proved: boolean) => void = () => {};
  const done = new Promise<boolean>((resolve) => (settle = resolve));
  const replaced = pending;
  if (replaced) void done.then(replaced.settle);
  publish({ request, done, settle });
  return done;
}

/** The pending request, for the dialog that shows it. */
export const identityRequest = (): IdentityRequest | undefined => pending?.request;

/** Returns the question. */
export function settleIdentity(proved: boolean): void {
  const settled = pending;
  publish(undefined);
  settled?.settle(proved);
}

/** Calls `listener` whenever the question changes; returns how to stop. */
export function onIdentityRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
