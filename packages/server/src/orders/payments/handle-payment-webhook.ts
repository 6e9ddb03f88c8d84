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
 * Handles a provider's webhook. Its content is not trusted: it only names the payment to look up, which is durable once this
 * resolves. The lookup runs in the background: a provider expects a response at once, and repeats the webhook without one. `isWithinRate`
 * counts a genuine one (CHK9).
 */
export async function handlePaymentWebhook(
  parts: OrderParts,
  accountId: string,
  webhook: WebhookRequest,
  isWithinRate: () => boolean = () => true,
): Promise<PaymentWebhookOutcome> {
  const contract = await contractOf(parts, accountId);
  if (!contract) return { ok: false, code: 'ACCOUNT_NOT_FOUND' };
  const result = contract.provider.parseWebhook(contract.account, webhook);
  if (result.outcome === 'invalid_signature') return { ok: false, code: 'FORGED_NOTICE' };
  if (!isWithinRate()) return { ok: false, code: 'RATE_LIMITED' };
  const { db, clock, log } = parts;
  if (contract.account.firstWebhookAt === null) await paymentAccountSetFirstWebhook(db, accountId, clock());
  // A payment that is not stored yet is polled soon after its result is stored; the rest are sales of another system.
  const paymentId = result.outcome === 'changed' && (await paymentFindByProvider(db, accountId, result.providerId));
  if (!paymentId) return { ok: true, checked: Promise.resolve() };
  await paymentExpedite(db, [paymentId], clock());
  const checked = checkPayments(parts, { ids: [paymentId] }).catch((error: unknown) =>
    log.error({ err: error, paymentId }, 'payment not checked'),
  );
  return { ok: true, checked };
}
