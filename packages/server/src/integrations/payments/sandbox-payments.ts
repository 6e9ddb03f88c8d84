import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../db/pool.ts';
import {
  sandboxPaymentFind,
  sandboxPaymentInsertOnce,
  sandboxPaymentMove,
  type SandboxPaymentRow,
} from '../../db/queries/orders/sandbox-payments.ts';
import type { SandboxPayments, SandboxPayment } from '../../payments/sandbox/payments.ts';
import { asOf, pressed, type SandboxAction } from '../../payments/sandbox/actions.ts';

/** The sandbox's payments in the database. */
export function openSandboxPayments(db: Queryable): SandboxPayments {
  const find = async (paymentId: string): Promise<SandboxPayment | undefined> =>
    (await sandboxPaymentFind(db, paymentId)) as SandboxPayment | undefined;
  return {
    find,
    async keep(payment) {
      await sandboxPaymentInsertOnce(db, payment satisfies SandboxPaymentRow);
      return (await find(payment.paymentId))!;
    },
    move: (moved, from) => sandboxPaymentMove(db, moved, from),
  };
}

/** The result of an action on a sandbox payment. */
export type Pressed = { ok: true; payment: SandboxPayment } | { ok: false; code: 'NOT_FOUND' | 'NOT_POSSIBLE' };

/** A sandbox payment with its current state; undefined: there is none. */
export async function readSandboxPayment(
  { db, clock }: { db: Queryable; clock: Clock },
  paymentId: string,
): Promise<SandboxPayment | undefined> {
  const payment = await openSandboxPayments(db).find(paymentId);
  return payment && asOf(payment, clock());
}

/**
 * Pays, refuses or expires a sandbox payment, as a buyer's bank would. The caller then polls the payment, as after a webhook. An action
 * that the payment's state does not allow changes nothing.
 */
export async function applySandboxAction(
  parts: { db: Queryable; clock: Clock },
  paymentId: string,
  action: SandboxAction,
): Promise<Pressed> {
  const sandboxPayments = openSandboxPayments(parts.db);
  const stored = await sandboxPayments.find(paymentId);
  if (!stored) return { ok: false, code: 'NOT_FOUND' };
  const moved = pressed(asOf(stored, parts.clock()), action, parts.clock());
  if (!moved || !(await sandboxPayments.move(moved, stored.state))) return { ok: false, code: 'NOT_POSSIBLE' };
  return { ok: true, payment: moved };
}
