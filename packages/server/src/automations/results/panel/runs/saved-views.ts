import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../../context.ts';
import { newId } from '../../../../base/ids.ts';
import { listViews, removeView, setView } from '../../read-runs.ts';
import { sessionOf } from '../../../../members/guards/session.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';

/** Largest number of a member's views at a store. */
const max = 30;

/**
 * GET and POST /panel/api/stores/:storeId/run-views, and /:viewId/remove: named filters of a member, which only this member sees. `search`
 * is not stored: it may identify a shopper.
 */
export function savedViewsHandlers(context: Context): PanelHandlers<'listRunViews' | 'saveRunView' | 'removeRunView'> {
  const { db, clock } = context;
  const ownerOf = (request: FastifyRequest, storeId: string) => ({ storeId, userId: sessionOf(request).userId });
  return {
    listRunViews: async ({ params: { storeId }, request }) => ({
      success: true,
      views: await listViews(db, ownerOf(request, storeId)),
    }),
    saveRunView: async ({ params: { storeId }, body: { name, filter }, request }) => {
      const view = { viewId: newId(storeId), name, filter };
      const viewId = await setView(db, ownerOf(request, storeId), view, { at: clock(), max });
      return viewId === undefined ? { ok: false, code: 'TOO_MANY_VIEWS' } : { success: true, viewId };
    },
    removeRunView: async ({ params: { storeId, viewId }, request }) =>
      (await removeView(db, ownerOf(request, storeId), viewId)) ? { success: true } : 'NOT_FOUND',
  };
}
