import { paymentAccountSetFirstWebhook } from '../../db/queries/orders/payment-accounts.ts';
import { paymentExpedite, paymentFindByProvider } from '../../db/queries/orders/payments.ts';
import type { WebhookRequest } from '../../payments/provider.ts';
import { contractOf } from './call-provider.ts';
import { checkPayments } from './poll-payments.ts';
import type { OrderParts } from '../order-deps.ts';

/** What came of a notice. `checked` resolves once its payment was asked about, or at once where there is nothing to ask. */
export type PaymentWebhookOutcome =
  { ok: true; checked: Promise<unknown> } | { ok: false; code: 'ACCOUNT_NOT_FOUND' | 'FORGED_NOTICE' | 'RATE_LIMITED' };

/**
 * Takes what a provider tells over HTTP. It is never believed: it only says which payment to ask about, which is durable once this
 * resolves. The asking itself goes on in the background: a provider wants an answer at once, and tells again without one. `isWithinRate`
 * counts a genuine one (CHK9).
 */
export async function handlePaymentWebhook(
  parts: OrderParts,
  accountId: string,
  notice: WebhookRequest,
  isWithinRate: () => boolean = () => true,
): Promise<PaymentWebhookOutcome> {
  const contract = await contractOf(parts, accountId);
  if (!contract) return { ok: false, code: 'ACCOUNT_NOT_FOUND' };
  const heard = contract.provider.hear(contract.account, notice);
  if (heard.outcome === 'forged') return { ok: false, code: 'FORGED_NOTICE' };
  if (!isWithinRate()) return { ok: false, code: 'RATE_LIMITED' };
  const { db, clock, log } = parts;
  if (contract.account.firstWebhookAt === null) await paymentAccountSetFirstWebhook(db, accountId, clock());
  // One that is not known yet is asked about soon after its answer was stored; others are sales made elsewhere.
  const paymentId = heard.outcome === 'look' && (await paymentFindByProvider(db, accountId, heard.providerId));
  if (!paymentId) return { ok: true, checked: Promise.resolve() };
  await paymentExpedite(db, [paymentId], clock());
  const checked = checkPayments(parts, { ids: [paymentId] }).catch((error: unknown) =>
    log.error({ err: error, paymentId }, 'payment not checked'),
  );
  return { ok: true, checked };
}
