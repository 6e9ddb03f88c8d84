import type { Clock } from '../../../base/clock.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import {
  sandboxPaymentFind,
  sandboxPaymentInsertOnce,
  sandboxPaymentMove,
  type SandboxPaymentRow,
} from '../../payments/queries/sandbox-payments.ts';
import type { SimulatedPayments, SimulatedPayment } from '../../payments/simulated-payments.ts';
import { asOf, pressed, type SimulatedAction } from '../../payments/simulated-actions.ts';

/** The sandbox's payments in the database. */
export function openSimulatedPayments(db: Queryable): SimulatedPayments {
  const find = async (paymentId: string): Promise<SimulatedPayment | undefined> =>
    (await sandboxPaymentFind(db, paymentId)) as SimulatedPayment | undefined;
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
export type Pressed = { ok: true; payment: SimulatedPayment } | { ok: false; code: 'NOT_FOUND' | 'NOT_POSSIBLE' };

/** A sandbox payment with its current state; undefined: there is none. */
export async function readSimulatedPayment(
  { db, clock }: { db: Queryable; clock: Clock },
  paymentId: string,
): Promise<SimulatedPayment | undefined> {
  const payment = await openSimulatedPayments(db).find(paymentId);
  return payment && asOf(payment, clock());
}

/**
 * Pays, refuses or expires a sandbox payment, as a buyer's bank would. The caller then polls the payment, as after a webhook. An action
 * that the payment's state does not allow changes nothing.
 */
export async function applySimulatedAction(
  deps: { db: Queryable; clock: Clock },
  paymentId: string,
  action: SimulatedAction,
): Promise<Pressed> {
  const simulatedPayments = openSimulatedPayments(deps.db);
  const stored = await simulatedPayments.find(paymentId);
  if (!stored) return { ok: false, code: 'NOT_FOUND' };
  const moved = pressed(asOf(stored, deps.clock()), action, deps.clock());
  if (!moved || !(await simulatedPayments.move(moved, stored))) return { ok: false, code: 'NOT_POSSIBLE' };
  return { ok: true, payment: moved };
}
