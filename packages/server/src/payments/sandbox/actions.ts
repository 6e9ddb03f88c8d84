import type { SandboxPayment } from './payments.ts';

/** The actions on the sandbox's page, and the states in which each is allowed. Money can also arrive after a code expired (COM7). */
export const sandboxActions = {
  pay: ['pending', 'processing', 'expired'],
  refuse: ['pending', 'processing'],
  expire: ['pending'],
} as const satisfies Record<string, readonly SandboxPayment['state'][]>;

/** An action on the sandbox page. */
export type SandboxAction = keyof typeof sandboxActions;

const outcomes = { pay: 'paid', refuse: 'failed', expire: 'expired' } as const;

/** The payment after an action; undefined: its state does not allow the action any more. `now` in milliseconds. */
export function pressed(payment: SandboxPayment, action: SandboxAction, now: number): SandboxPayment | undefined {
  const from: readonly SandboxPayment['state'][] = sandboxActions[action];
  if (!from.includes(payment.state)) return undefined;
  return { ...payment, state: outcomes[action], reason: action === 'refuse' ? 'declined' : null, stateAt: now };
}

/** The payment's state at `now`: an unpaid code past its expiry is expired, without a write. */
export function asOf(payment: SandboxPayment, now: number): SandboxPayment {
  const text = payment.details.pix?.expires_at ?? payment.details.boleto?.expires_at;
  const expiresAt = text ? Date.parse(text) : Infinity;
  return payment.state === 'pending' && expiresAt <= now
    ? { ...payment, state: 'expired', stateAt: expiresAt }
    : payment;
}
