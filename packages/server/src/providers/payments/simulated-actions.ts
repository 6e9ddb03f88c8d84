import type { SimulatedPayment } from './simulated-payments.ts';

/** The actions on the sandbox's page, and the states in which each is allowed. Money can also arrive after a code expired (COM7). */
export const simulatedActions = {
  pay: ['pending', 'processing', 'expired'],
  refuse: ['pending', 'processing'],
  expire: ['pending'],
} as const satisfies Record<string, readonly SimulatedPayment['state'][]>;

/** An action on the sandbox page. */
export type SimulatedAction = keyof typeof simulatedActions;

const outcomes = { pay: 'paid', refuse: 'failed', expire: 'expired' } as const;

/** The payment after an action; undefined: its state does not allow the action any more. `now` in milliseconds. */
export function pressed(payment: SimulatedPayment, action: SimulatedAction, now: number): SimulatedPayment | undefined {
  const from: readonly SimulatedPayment['state'][] = simulatedActions[action];
  if (!from.includes(payment.state)) return undefined;
  return { ...payment, state: outcomes[action], reason: action === 'refuse' ? 'declined' : null, stateAt: now };
}

/** The payment's state at `now`: an unpaid code past its expiry is expired, without a write. */
export function asOf(payment: SimulatedPayment, now: number): SimulatedPayment {
  const text = payment.details.pix?.expires_at ?? payment.details.boleto?.expires_at;
  const expiresAt = text ? Date.parse(text) : Infinity;
  return payment.state === 'pending' && expiresAt <= now
    ? { ...payment, state: 'expired', stateAt: expiresAt }
    : payment;
}
