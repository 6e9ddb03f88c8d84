import type { Context } from '../../../context.ts';
import {
  endOrderBump,
  listOrderBumps,
  setOrderBump,
  wrongBumpMembers,
  type SoldOrderBump,
} from '../manage-order-bump.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

const presentBump = ({ bumpId, active, sales, ...bump }: SoldOrderBump) => {
  const { title, description, image, sku, price, originalPrice, requiresShipping, products } = bump;
  const about = { title, description, image, sku, price, originalPrice, requiresShipping, products };
  return { bumpId, active, sales, ...about };
};

/** GET and POST /panel/api/stores/:storeId/order-bumps, POST …/end: COM30, what is offered besides the cart. */
export const orderBumpsHandlers = (
  context: Context,
): PanelHandlers<'listOrderBumps' | 'setOrderBump' | 'endOrderBump'> => ({
  listOrderBumps: async ({ params: { storeId } }) => {
    const bumps = await listOrderBumps(context, storeId);
    return { success: true, bumps: bumps.map(presentBump) };
  },
  setOrderBump: async ({ params: { storeId }, body, audit }) => {
    const members = wrongBumpMembers(body);
    if (members.length > 0) return { ok: false, code: 'WRONG_SETTING', details: { members } };
    return { success: true, ...(await setOrderBump(context.db, storeId, body, audit)) };
  },
  endOrderBump: async ({ params: { storeId }, audit }) =>
    (await endOrderBump(context.db, storeId, audit)) ? { success: true } : 'NOT_FOUND',
});
