/** The `details` of a refusal that requires proof of identity: the accepted proofs and the account (AUT2, AUT9). */
type IdentityDetails = { readonly methods: readonly ('password' | 'code' | 'passkey')[]; readonly email: string };

/** Why the identity is requested, each above those before it. While a session is locked or has ended, the page stays hidden. */
const reasons = ['recent', 'locked', 'ended'] as const;

/** A request for proof of identity. */
export type IdentityRequest = IdentityDetails & { readonly reason: (typeof reasons)[number] };

type Pending = {
  readonly request: IdentityRequest;
  readonly done: Promise<boolean>;
  readonly settle: (proved: boolean) => void;
};

let account: string | undefined;
let pending: Pending | undefined;
const listeners = new Set<() => void>();
const publish = (next: Pending | undefined): void => {
  pending = next;
  for (const listener of listeners) listener();
};

/** Notes whose pages are open, by e-mail; undefined after signing out. */
export const noteAccount = (email: string | undefined): void => void (account = email);

/** The request that a refusal makes necessary; undefined if the refusal is final. `details` are those of the refusal. */
export function requestAfter(code: string, details: unknown): IdentityRequest | undefined {
  if (code === 'REAUTHENTICATION_REQUIRED') return { ...(details as IdentityDetails), reason: 'recent' };
  if (code === 'SESSION_LOCKED') return { ...(details as IdentityDetails), reason: 'locked' };
  if (code !== 'NOT_SIGNED_IN' || account === undefined) return undefined;
  return { methods: ['password', 'passkey'], email: account, reason: 'ended' };
}

/** Asks the user to prove their identity; all waiting calls share one request. False: the user did not. */
export function confirmIdentity(request: IdentityRequest): Promise<boolean> {
  const rank = (one: IdentityRequest): number => reasons.indexOf(one.reason);
  if (pending && rank(pending.request) >= rank(request)) return pending.done;
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
