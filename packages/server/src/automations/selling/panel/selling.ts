import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';
import { setLive } from '../../../providers/connections/payments/sell-for-real.ts';
import { VersionCache } from '../../definitions/compiled-versions.ts';
import { readIntegration } from '../read-integration.ts';
import { readSelling } from '../read-selling.ts';

/** /panel/api/stores/:storeId/selling: what a store needs to sell for real, and whether it does. */
export function sellingHandlers(context: Context): PanelHandlers<'readSelling' | 'readIntegration' | 'setLive'> {
  const plans = new VersionCache();
  return {
    readSelling: async ({ params: { storeId } }) => {
      const selling = await readSelling(context.db, plans, storeId);
      return selling ? { success: true, ...selling } : 'NOT_FOUND';
    },
    readIntegration: async ({ params: { storeId } }) => {
      const integration = await readIntegration(context.db, storeId);
      return integration ? { success: true, ...integration } : 'NOT_FOUND';
    },
    setLive: async ({ params: { storeId }, body: { live }, audit }) => {
      const refusal = await setLive(context.db, storeId, live, audit);
      if (!refusal) return { success: true };
      return refusal === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: refusal };
    },
  };
}
