import type { SandboxPayment } from './payments.ts';

/** What may be pressed on the sandbox's page, and to which states it may happen. Money also comes after a code expired (COM7). */
export const sandboxActions = {
  pay: ['pending', 'processing', 'expired'],
  refuse: ['pending', 'processing'],
  expire: ['pending'],
} as const satisfies Record<string, readonly SandboxPayment['state'][]>;

/** An action on the sandbox page. */
export type SandboxAction = keyof typeof sandboxActions;

const outcomes = { pay: 'paid', refuse: 'failed', expire: 'expired' } as const;

/** The payment after a press; undefined where it cannot happen any more. `now` in milliseconds. */
export function pressed(payment: SandboxPayment, action: SandboxAction, now: number): SandboxPayment | undefined {
  const from: readonly SandboxPayment['state'][] = sandboxActions[action];
  if (!from.includes(payment.state)) return undefined;
  return { ...payment, state: outcomes[action], reason: action === 'refuse' ? 'declined' : null, stateAt: now };
}

/** The payment as it is now: a code that was not paid in time has expired, without a write. */
export function asOf(payment: SandboxPayment, now: number): SandboxPayment {
  const text = payment.details.pix?.expires_at ?? payment.details.boleto?.expires_at;
  const expiresAt = text ? Date.parse(text) : Infinity;
  return payment.state === 'pending' && expiresAt <= now
    ? { ...payment, state: 'expired', stateAt: expiresAt }
    : payment;
}
