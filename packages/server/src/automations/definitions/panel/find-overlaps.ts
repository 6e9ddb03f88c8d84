import { findOverlaps } from '../overlapping.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** POST /panel/api/stores/:storeId/automations/overlaps: the active automations that may message the same people (EDT7). */
export const findOverlapsHandlers = (context: Context): PanelHandlers<'findOverlaps'> => ({
  findOverlaps: async ({ params: { storeId }, body }) => ({
    success: true,
    overlaps: await findOverlaps(context.db, storeId, body),
  }),
});
