import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { noteActivity } from '../../../audit/audit-log.ts';
import { addShippingOption, listShippingOptions, retireShippingOption } from '../../../stores/shipping-options.ts';
import { sessionOf } from '../../guards/session.ts';
import { addEndpoint } from '../register.ts';

/** GET and POST /panel/api/stores/:storeId/shipping-options, POST …/:shippingOptionId/retire: COM12, a store's shipping options. */
export function addShippingOptions(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  addEndpoint(app, context, 'listShippingOptions', async ({ params: { storeId } }) => ({
    success: true,
    options: await listShippingOptions(db, storeId),
  }));
  addEndpoint(app, context, 'createShippingOption', async ({ params: { storeId }, body, request }) => {
    const { turnaroundMinDays: min, turnaroundMaxDays: max } = body;
    const isBackwards = min !== null && max !== null && min > max;
    if (isBackwards) return { ok: false, code: 'WRONG_SETTING', details: { members: ['turnaroundMaxDays'] } };
    const made = await addShippingOption(db, storeId, { ...body, carrier: body.carrier || null });
    if (!made) return 'NOT_FOUND';
    const { userId } = sessionOf(request);
    await noteActivity(db, { storeId, userId, action: 'shipping_changed', at: clock(), detail: body.name });
    return { success: true, ...made };
  });
  addEndpoint(app, context, 'retireShippingOption', async ({ params: { storeId, shippingOptionId }, request }) => {
    if (!isId(shippingOptionId)) return 'NOT_FOUND';
    if (!(await retireShippingOption(db, storeId, shippingOptionId))) return 'NOT_FOUND';
    const { userId } = sessionOf(request);
    await noteActivity(db, { storeId, userId, action: 'shipping_changed', at: clock() });
    return { success: true };
  });
}
