import { paymentMethods } from '@retoma/commerce';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { noteActivity } from '../../../people/activity.ts';
import { removePaymentMethod } from '../../../stores/payment-accounts.ts';
import { fieldsOf } from '../../../stores/provider-fields.ts';
import { connectPaymentAccount, paymentForms, storePaymentAccounts } from '../../../stores/store-payments.ts';
import { sessionOf } from '../../guards/session.ts';
import { addEndpoint } from '../endpoint.ts';
import { reasonTold } from './reason-told.ts';

/** GET and POST /panel/api/stores/:storeId/payment-accounts, POST …/payment-methods/:method/remove: how a store is paid. */
export function addPaymentAccounts(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  addEndpoint(app, context, 'listPaymentAccounts', async ({ params: { storeId }, request }) => {
    const accounts = await storePaymentAccounts(context, storeId);
    const tell = reasonTold(request);
    return {
      success: true,
      accounts: accounts.map(({ kept, trouble, ...account }) => ({
        ...account,
        credentials: [...kept],
        trouble: trouble === null ? null : tell(trouble),
        webhookUrl: `${context.baseUrl}/webhooks/payments/${account.accountId}`,
      })),
      providers: paymentForms().map(({ name, methods, settings, credentials }) => ({
        name,
        methods: [...methods],
        settings: fieldsOf(settings),
        credentials: fieldsOf(credentials),
      })),
    };
  });
  addEndpoint(app, context, 'connectPaymentAccount', async ({ params: { storeId }, body, request }) => {
    const set = await connectPaymentAccount(context, storeId, body);
    if (!set.ok) {
      const { code, issues } = set;
      return code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code, details: { issues } };
    }
    const { userId } = sessionOf(request);
    const detail = [body.provider, ...body.methods].join(' ');
    await noteActivity(db, { storeId, userId, what: 'payments_changed', at: clock(), detail });
    return { success: true };
  });
  addEndpoint(app, context, 'removePaymentMethod', async ({ params, request }) => {
    const { storeId } = params;
    const method = paymentMethods.find((one) => one === params.method);
    if (!method || !(await removePaymentMethod(context, storeId, method))) return 'NOT_FOUND';
    const { userId } = sessionOf(request);
    await noteActivity(db, { storeId, userId, what: 'payments_changed', at: clock(), detail: `- ${method}` });
    return { success: true };
  });
}
