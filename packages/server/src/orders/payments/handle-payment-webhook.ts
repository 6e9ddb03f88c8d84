import { paymentAccountSetFirstWebhook } from '../../db/queries/orders/payment-accounts.ts';
import { paymentExpedite, paymentFindByProvider } from '../../db/queries/orders/payments.ts';
import type { WebhookRequest } from '../../payments/provider.ts';
import { contractOf } from './call-provider.ts';
import { checkPayments } from './poll-payments.ts';
import type { OrderParts } from '../order-deps.ts';

/** The result of a webhook. `checked` resolves after the lookup of its payment, or at once if there is none. */
export type PaymentWebhookOutcome =
  { ok: true; checked: Promise<unknown> } | { ok: false; code: 'ACCOUNT_NOT_FOUND' | 'FORGED_NOTICE' | 'RATE_LIMITED' };

/**
 * Handles a provider's webhook. Its content is not trusted: it only identifies the payment to look up. The lookup is stored when this
 * resolves, and runs in the background, since the provider expects a response at once and repeats the webhook without one. `isWithinRate`
 * counts a genuine webhook (CHK9).
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
  // An unknown payment is one that is not stored yet, which is polled soon after its result is stored, or a sale of another system.
  const paymentId = result.outcome === 'changed' && (await paymentFindByProvider(db, accountId, result.providerId));
  if (!paymentId) return { ok: true, checked: Promise.resolve() };
  await paymentExpedite(db, [paymentId], clock());
  const checked = checkPayments(parts, { ids: [paymentId] }).catch((error: unknown) =>
    log.error({ err: error, paymentId }, 'payment not checked'),
  );
  return { ok: true, checked };
}
