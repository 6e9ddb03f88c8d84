/** The `details` of a refusal that requires proof of identity: the accepted proofs and the account (AUT2, AUT9). */
export type IdentityRequest = {
  readonly methods: readonly ('password' | 'code' | 'passkey')[];
  readonly email: string;
  /** The session is locked: the page stays hidden until the user confirms. */
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

/** Asks the user to prove their identity; all waiting calls share one request. False: the user did not. */
export function confirmIdentity(request: IdentityRequest): Promise<boolean> {
  // A locked session hides the page: its request replaces an ordinary one.
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

/** Resolves and clears the pending request. */
export function settleIdentity(proved: boolean): void {
  const settled = pending;
  publish(undefined);
  settled?.settle(proved);
}

/** Calls `listener` whenever the pending request changes; returns the unsubscribe function. */
export function onIdentityRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
