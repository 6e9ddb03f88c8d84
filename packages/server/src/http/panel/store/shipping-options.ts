import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId } from '../../../platform/ids.ts';
import { addShippingOption, listShippingOptions, retireShippingOption } from '../../../stores/shipping-options.ts';
import { addEndpoint } from '../register.ts';

/** GET and POST /panel/api/stores/:storeId/shipping-options, POST …/:shippingOptionId/retire: COM12, a store's shipping options. */
export function addShippingOptions(app: FastifyInstance, context: Context): void {
  const { db } = context;
  addEndpoint(app, context, 'listShippingOptions', async ({ params: { storeId } }) => ({
    success: true,
    options: await listShippingOptions(db, storeId),
  }));
  addEndpoint(app, context, 'createShippingOption', async ({ params: { storeId }, body, audit }) => {
    const { turnaroundMinDays: min, turnaroundMaxDays: max } = body;
    const isBackwards = min !== null && max !== null && min > max;
    if (isBackwards) return { ok: false, code: 'WRONG_SETTING', details: { members: ['turnaroundMaxDays'] } };
    const made = await addShippingOption(db, storeId, { ...body, carrier: body.carrier || null }, audit);
    return made ? { success: true, ...made } : 'NOT_FOUND';
  });
  addEndpoint(app, context, 'retireShippingOption', async ({ params: { storeId, shippingOptionId }, audit }) => {
    const isRetired = isId(shippingOptionId) && (await retireShippingOption(db, storeId, shippingOptionId, audit));
    return isRetired ? { success: true } : 'NOT_FOUND';
  });
}
