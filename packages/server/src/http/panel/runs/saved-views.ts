import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { listViews, removeView, setView } from '../../../reports/read-runs.ts';
import { sessionOf } from '../../guards/session.ts';
import type { PanelAnswer } from '../contract.ts';
import { addEndpoint } from '../register.ts';

/** Largest number of a member's views at a store. */
const max = 30;

type View = PanelAnswer<'listRunViews'>['views'][number];

/**
 * GET and POST /panel/api/stores/:storeId/run-views, and /:viewId/remove: named filters of a member, which only this member sees. `search`
 * is not stored: it may identify a shopper.
 */
export function addSavedViews(app: FastifyInstance, context: Context): void {
  const { db, clock } = context;
  const ownerOf = (request: FastifyRequest, storeId: string) => ({ storeId, userId: sessionOf(request).userId });
  addEndpoint(app, context, 'listRunViews', async ({ params: { storeId }, request }) => ({
    success: true,
    views: (await listViews(db, ownerOf(request, storeId))) as View[],
  }));
  addEndpoint(app, context, 'saveRunView', async ({ params: { storeId }, body: { name, filter }, request }) => {
    const view = { viewId: newId(), name, filter };
    const viewId = await setView(db, ownerOf(request, storeId), view, { at: clock(), max });
    return viewId === undefined ? { ok: false, code: 'TOO_MANY_VIEWS' } : { success: true, viewId };
  });
  addEndpoint(app, context, 'removeRunView', async ({ params: { storeId, viewId }, request }) =>
    isId(viewId) && (await removeView(db, ownerOf(request, storeId), viewId)) ? { success: true } : 'NOT_FOUND',
  );
}
