// COM40: a payment that its provider certainly never made is tried once with the other account of its method.
//
// INV1. One transaction records the first payment as failed and stores the second one, under a new id, before its provider is called. So of
//     an order still at most one payment is being created, and a process that dies at any moment leaves at most one to look up.
// INV2. Never after a refusal, and never while it is unknown whether the first provider made its payment.
// INV3. Money that arrives for the first payment all the same is recorded on it; codes that must not be paid any more are cancelled (COM7a).
import type { PaymentMethod } from '@retoma/commerce';
import type { OrderRow } from '../queries/orders.ts';
import { blankPayment, paymentInsert, paymentList, type PaymentRow } from '../queries/payments.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import type { CreateResult } from '../../../providers/payments/provider.ts';
import { newId } from '../../../base/ids.ts';
import type { OrderDeps } from '../order-deps.ts';
import { loadProviderAccount, type ProviderAccount } from '../../../providers/connections/payments/load-account.ts';
import { timeoutMs, updateFromCreateResult } from './call-provider.ts';
import { payerOf } from './payment-request.ts';
import { recordLockedPayment } from './record-payment.ts';
import { lockOrder } from '../write-order.ts';

/** The second payment and its account. */
export type SecondPayment = {
  readonly payment: PaymentRow;
  readonly order: OrderRow;
  readonly providerAccount: ProviderAccount;
};

/**
 * Records that a payment was never made, and begins the second one; undefined: there is no other account that can take it, or the order
 * needs no payment any more. `created`: the first provider's answer. A card is left to the shopper: its token is of one provider.
 */
export async function fallBack(
  deps: OrderDeps,
  first: { readonly payment: PaymentRow; readonly order: OrderRow; readonly providerAccount: ProviderAccount },
  created: CreateResult,
): Promise<SecondPayment | undefined> {
  const { method } = first.payment;
  const isNeverMade = created.outcome === 'later' || created.outcome === 'broken';
  const { otherId } = first.providerAccount;
  if (!isNeverMade || !otherId || method === 'card' || method === 'manual') return undefined;
  const providerAccount = await loadProviderAccount(deps, otherId);
  if (!providerAccount || !canTake(providerAccount, method, first.order)) return undefined;
  const { clock, db } = deps;
  return inTransaction(db, async (client) => {
    const order = await lockOrder(client, first.order.storeId, first.order.orderId);
    const payments = await paymentList(client, first.order.orderId);
    const failing = payments.find(({ paymentId }) => paymentId === first.payment.paymentId);
    const isOpen = order?.status === 'pending' || order?.status === 'processing';
    if (!failing || !order || !isOpen || failing.state !== 'creating' || failing.cancelRequestedAt !== null) {
      return undefined;
    }
    const now = clock();
    const second = secondPayment(failing, providerAccount, now);
    const others = [second, ...payments.filter((one) => one !== failing)];
    const update = updateFromCreateResult(created, first.providerAccount.provider, now)!;
    await recordLockedPayment(client, { payment: failing, order, others }, update, now);
    await paymentInsert(client, second);
    return { payment: second, order, providerAccount };
  });
}

/** Whether an account's provider has the method, and everything that it needs of the payer. */
const canTake = ({ provider }: ProviderAccount, method: PaymentMethod, order: OrderRow): boolean =>
  provider.methods.includes(method) &&
  (provider.needs[method] ?? []).every((member) => payerOf(order)[member] !== null);

const secondPayment = (
  { storeId, orderId, method, amount, methodDiscount, interest, expiresAt }: PaymentRow,
  { account }: ProviderAccount,
  now: number,
): PaymentRow => ({
  ...blankPayment,
  paymentId: newId(storeId),
  storeId,
  orderId,
  method,
  amount,
  methodDiscount,
  interest,
  expiresAt,
  accountId: account.accountId,
  provider: account.provider,
  state: 'creating',
  stateAt: now,
  createdAt: now,
  pollAt: now + 2 * timeoutMs.create,
});
