import { paymentMethods } from '@retoma/commerce';
import type { Context } from '../../../context.ts';
import { cancelChange, pendingChange } from '../../connections/payments/pending-payment-change.ts';
import {
  applyChange,
  connectPaymentAccount,
  removePaymentMethod,
  testPaymentAccount,
} from '../../connections/payments/connect.ts';
import { fieldsOf } from '../../connections/settings-schema.ts';
import {
  describeAccountReason,
  listProviders,
  setupHelp,
  storePaymentAccounts,
} from '../../connections/payments/list-accounts.ts';
import { setFallback } from '../../connections/payments/set-fallback.ts';
import { paymentFirstContacts } from '../../first-contact/read-first-contact.ts';
import { mayConfirmFor } from '../../../members/account/second-owner.ts';
import { sessionOf } from '../../../members/guards/session.ts';
import { presentFindings } from '../present-first-contact.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { providerTimeoutMs } from '../channels/channels.ts';

/** GET and POST /panel/api/stores/:storeId/payment-accounts, POST …/:accountId/try and …/payment-methods/:method/remove. */
export const paymentAccountsHandlers = (
  context: Context,
): PanelHandlers<
  | 'connectPaymentAccount'
  | 'removePaymentMethod'
  | 'setPaymentFallback'
  | 'listPaymentAccounts'
  | 'confirmPaymentChange'
  | 'cancelPaymentChange'
  | 'tryPaymentAccount'
> => ({
  ...listPaymentAccountsHandlers(context),
  connectPaymentAccount: async ({ params: { storeId }, body, locale, request, audit }) => {
    const { userId } = sessionOf(request);
    const signal = AbortSignal.timeout(providerTimeoutMs);
    const wanted = { ...body, keepsCredentials: true };
    const set = await connectPaymentAccount(context, storeId, wanted, signal, audit, userId);
    if (!set.ok) {
      const { code, issues, reason } = set;
      if (code === 'STORE_NOT_FOUND') return 'NOT_FOUND';
      if (reason === undefined) return { ok: false, code, details: { issues } };
      return { ok: false, code, details: { reason: describeAccountReason(reason, locale) } };
    }
    const waitsUntil = set.waitsUntil?.toISOString() ?? null;
    return { success: true, verified: set.verified, hasWebhook: setupHelp(body.provider) !== undefined, waitsUntil };
  },
  ...pendingChangeHandlers(context),
  ...tryPaymentAccountHandlers(context),
  removePaymentMethod: async ({ params, audit }) => {
    const method = paymentMethods.find((one) => one === params.method);
    if (!method) return 'NOT_FOUND';
    const isRemoved = await removePaymentMethod(context, params.storeId, method, audit);
    return isRemoved ? { success: true } : 'NOT_FOUND';
  },
  setPaymentFallback: async ({ params, body: { provider }, request, audit }) => {
    const method = paymentMethods.find((one) => one === params.method);
    if (!method) return 'NOT_FOUND';
    const { userId } = sessionOf(request);
    const set = await setFallback(context, params.storeId, { method, provider }, audit, userId);
    if (set.ok) return { success: true, waitsUntil: set.waitsUntil?.toISOString() ?? null };
    return set.code === 'NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: set.code };
  },
});

const listPaymentAccountsHandlers = (context: Context): PanelHandlers<'listPaymentAccounts'> => ({
  listPaymentAccounts: async ({ params: { storeId }, locale, request }) => {
    const accounts = await storePaymentAccounts(context, storeId);
    const contacts = await paymentFirstContacts(context, storeId);
    const pending = await pendingChange(context, storeId);
    return {
      success: true,
      pending: pending
        ? {
            changeId: pending.changeId,
            provider: pending.provider,
            requestedBy: pending.requestedByEmail,
            isOwn: pending.requestedBy === sessionOf(request).userId,
            dueAt: pending.dueAt.toISOString(),
          }
        : null,
      accounts: accounts.map(
        ({ storedCredentials, lastError, verifiedAt, firstWebhookAt, hasWebhook, ...account }) => ({
          ...account,
          credentials: [...storedCredentials],
          lastError: lastError === null ? null : describeAccountReason(lastError, locale),
          verified: verifiedAt !== null,
          findings: presentFindings(contacts, account.accountId, locale),
          webhook: hasWebhook
            ? {
                url: `${context.baseUrl}/webhooks/payments/${account.accountId}`,
                firstAt: firstWebhookAt?.toISOString() ?? null,
              }
            : null,
        }),
      ),
      providers: listProviders().map(({ name, label, isSimulated, methods, hasWebhooks, form, ...declared }) => ({
        name,
        label,
        isSimulated,
        methods: [...methods],
        reportsPayments: hasWebhooks,
        setupHelp: declared.setupHelp ?? null,
        whereToFind: declared.whereToFind ?? null,
        settings: fieldsOf(form.settings),
        credentials: fieldsOf(form.credentials),
      })),
    };
  },
});

/** POST /panel/api/stores/:storeId/payment-changes/:changeId/confirm and …/cancel: confirms or cancels a pending change (AUT10). */
const pendingChangeHandlers = (context: Context): PanelHandlers<'confirmPaymentChange' | 'cancelPaymentChange'> => ({
  confirmPaymentChange: async ({ params: { storeId, changeId }, request, audit }) => {
    const pending = await pendingChange(context, storeId);
    if (pending?.changeId !== changeId) return 'NOT_FOUND';
    const { requestedBy } = pending;
    const confirmation = { storeId, userId: sessionOf(request).userId, requestedBy, at: context.clock() };
    if (!(await mayConfirmFor(context.db, confirmation))) return { ok: false, code: 'OTHER_OWNER_NEEDED' };
    const applied = await applyChange(context, pending, audit);
    return applied?.ok ? { success: true } : 'NOT_FOUND';
  },
  cancelPaymentChange: async ({ params: { storeId, changeId }, audit }) => {
    const isCancelled = await cancelChange(context, storeId, changeId, audit);
    return isCancelled ? { success: true } : 'NOT_FOUND';
  },
});

const tryPaymentAccountHandlers = (context: Context): PanelHandlers<'tryPaymentAccount'> => ({
  tryPaymentAccount: async ({ params: { storeId, accountId }, locale }) => {
    const result = await testPaymentAccount(context, storeId, accountId, AbortSignal.timeout(providerTimeoutMs));
    if (!result.ok) return 'NOT_FOUND';
    const { verified } = result;
    if (verified.outcome === 'ok') return { success: true, isWorking: true, account: verified.account, reason: null };
    const reason = describeAccountReason(verified.reason, locale);
    return { success: true, isWorking: false, account: '', reason };
  },
});
