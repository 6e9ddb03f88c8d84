// Handles the webhooks of providers. Their content is not trusted: a webhook only identifies the payment to look up.
//
// INV1. The lookup is stored before the webhook is answered, and runs in the background: the provider expects a response at once and
//     repeats the webhook without one.
// INV2. A webhook may come before the response to the creation of its payment, when the provider's id is not stored yet. So an id that
//     is not known first schedules the payments that are being created, and is then looked for again: whichever transaction commits
//     last sees the other.
// INV3. A webhook without a valid signature is refused. Where genuine ones may lack it, it still causes a lookup of a known payment, at
//     most one a minute for each. It is counted (COM43), and has no other effect.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../base/ids.ts';
import { sendError } from '../../../http/errors.ts';
import { countCaller } from '../../../stores/guards/api-key.ts';
import { countForged, mayBeGenuine } from '../../../stores/guards/forged-limit.ts';
import { addWebhooks, webhookIn } from '../../../http/raw-webhook.ts';
import {
  paymentAccountCountRejected,
  paymentAccountSetFirstWebhook,
} from '../../../providers/payments/queries/payment-accounts.ts';
import { paymentExpedite, paymentExpediteCreating, paymentFindByProvider } from '../queries/payments.ts';
import type { WebhookRequest } from '../../../providers/payments/provider.ts';
import type { OrderDeps } from '../order-deps.ts';
import { loadProviderAccount } from '../../../providers/connections/payments/load-account.ts';
import { timeoutMs } from './call-provider.ts';
import { pollInBackground } from './poll-payments.ts';

/** The limit of a body, in bytes; larger than any provider's. The payment is looked up, so the content of a body is not trusted. */
const bodyLimit = 64 * 1024;

type Address = { Params: { accountId: string } };

/** POST /webhooks/payments/:accountId: a payment provider reports that something happened. */
export function addPaymentWebhook(app: FastifyInstance, context: Context): void {
  addWebhooks(app, (scope) => {
    scope.post<Address>('/webhooks/payments/:accountId', { bodyLimit }, (request, reply) =>
      handle(context, request, reply),
    );
  });
}

async function handle(context: Context, request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
  const { accountId } = request.params;
  if (!isId(accountId)) return sendError(reply, 'NOT_FOUND');
  if (!mayBeGenuine(context, request, reply)) return reply;
  const webhook = { ...webhookIn(request), now: context.clock() };
  const received = await handlePaymentWebhook(context, accountId, webhook, {
    isWithinRate: () => countCaller(context, `payments ${accountId.toLowerCase()}`, reply),
    mayLookUp: (paymentId) => context.limits.unsignedWebhooks.take(paymentId, context.clock()).allowed,
  });
  context.metrics.webhooks.inc({ of: 'payments', outcome: received.ok ? 'accepted' : received.code.toLowerCase() });
  if (received.ok) return reply.send({ success: true });
  if (received.code === 'RATE_LIMITED') return sendError(reply, 'RATE_LIMITED');
  countForged(context, request);
  return sendError(reply, received.code === 'ACCOUNT_NOT_FOUND' ? 'NOT_FOUND' : received.code);
}

/** The result of a webhook. `checked` resolves after the lookup that it caused, or at once if there is none. */
export type PaymentWebhookOutcome =
  | { ok: true; checked: Promise<unknown> }
  | { ok: false; code: 'ACCOUNT_NOT_FOUND' | 'INVALID_SIGNATURE' | 'RATE_LIMITED' };

/** The limits of webhooks: `isWithinRate` counts a genuine one (CHK9); `mayLookUp` an unsigned one of a known payment (INV3). */
export type WebhookLimits = { isWithinRate: () => boolean; mayLookUp: (paymentId: string) => boolean };

/** By then the request that creates a payment has a result (placed-order.ts). */
const creatingMs = 2 * timeoutMs.create;

const unlimited: WebhookLimits = { isWithinRate: () => true, mayLookUp: () => true };

/** COM14: handles a webhook of an account. */
export async function handlePaymentWebhook(
  deps: OrderDeps,
  accountId: string,
  webhook: WebhookRequest,
  { isWithinRate, mayLookUp }: WebhookLimits = unlimited,
): Promise<PaymentWebhookOutcome> {
  const providerAccount = await loadProviderAccount(deps, accountId);
  if (!providerAccount) return { ok: false, code: 'ACCOUNT_NOT_FOUND' };
  const { account, provider } = providerAccount;
  const { db, clock } = deps;
  const result = provider.parseWebhook(account, webhook);
  if (result.outcome === 'invalid_signature') {
    await paymentAccountCountRejected(db, accountId, clock());
    const named = provider.namedPayment?.(webhook);
    const paymentId = named === undefined ? undefined : await paymentFindByProvider(db, accountId, named);
    if (paymentId !== undefined && mayLookUp(paymentId)) {
      await paymentExpedite(db, [paymentId], clock());
      void pollInBackground(deps, [paymentId], providerAccount);
    }
    return { ok: false, code: 'INVALID_SIGNATURE' };
  }
  if (!isWithinRate()) return { ok: false, code: 'RATE_LIMITED' };
  if (account.firstWebhookAt === null) await paymentAccountSetFirstWebhook(db, accountId, clock());
  const paymentIds = result.outcome === 'changed' ? await scheduleLookup(deps, accountId, result.providerId) : [];
  return { ok: true, checked: pollInBackground(deps, paymentIds, providerAccount) };
}

/** Schedules the lookup of the payment with a provider's id (INV2), and returns the payments that may be due by that. */
async function scheduleLookup({ db, clock }: OrderDeps, accountId: string, providerId: string): Promise<string[]> {
  const at = clock();
  const known = await paymentFindByProvider(db, accountId, providerId);
  const creating = known === undefined ? await paymentExpediteCreating(db, accountId, { at, creatingMs }) : [];
  const paymentId = known ?? (await paymentFindByProvider(db, accountId, providerId));
  if (paymentId === undefined) return creating;
  await paymentExpedite(db, [paymentId], at);
  return [paymentId];
}
