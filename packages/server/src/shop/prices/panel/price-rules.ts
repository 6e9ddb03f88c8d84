import type { Context } from '../../../context.ts';
import { changePriceRules, contradictionsIn, readPriceRules } from '../change-price-rules.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET and POST /panel/api/stores/:storeId/price-rules: COM27, COM29, discounts by method, instalments, the minimum order. */
export const priceRulesHandlers = ({ db }: Context): PanelHandlers<'readPriceRules' | 'changePriceRules'> => ({
  readPriceRules: async ({ params: { storeId } }) => ({ success: true, rules: await readPriceRules(db, storeId) }),
  changePriceRules: async ({ params: { storeId }, body, audit }) => {
    const members = contradictionsIn(body);
    if (members.length > 0) return { ok: false, code: 'WRONG_SETTING', details: { members } };
    await changePriceRules(db, storeId, body, audit);
    return { success: true };
  },
});
