import type { Context } from '../../../context.ts';
import { addShippingOption, listShippingOptions, retireShippingOption } from '../../../stores/shipping-options.ts';
import { writableRegion } from '../../freight/region.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET and POST /panel/api/stores/:storeId/shipping-options, POST …/:shippingOptionId/retire: COM12, a store's shipping options. */
export function shippingOptionsHandlers(
  context: Context,
): PanelHandlers<'listShippingOptions' | 'createShippingOption' | 'retireShippingOption'> {
  const { db } = context;
  return {
    listShippingOptions: async ({ params: { storeId } }) => ({
      success: true,
      options: (await listShippingOptions(db, storeId)).map(({ region, pickup, ...option }) => ({
        ...option,
        region: region ? writableRegion(region) : null,
        pickup: pickup ?? null,
      })),
    }),
    createShippingOption: async ({ params: { storeId }, body, audit }) => {
      const { turnaroundMinDays: min, turnaroundMaxDays: max } = body;
      const isBackwards = min !== null && max !== null && min > max;
      if (isBackwards) return { ok: false, code: 'WRONG_SETTING', details: { members: ['turnaroundMaxDays'] } };
      const { region = null, pickup = null, besideCarriers = false, ...rest } = body;
      const option = { ...rest, region, pickup, besideCarriers, carrier: body.carrier || null };
      const made = await addShippingOption(db, storeId, option, audit);
      return made ? { success: true, ...made } : 'NOT_FOUND';
    },
    retireShippingOption: async ({ params: { storeId, shippingOptionId }, audit }) => {
      const isRetired = await retireShippingOption(db, storeId, shippingOptionId, audit);
      return isRetired ? { success: true } : 'NOT_FOUND';
    },
  };
}
