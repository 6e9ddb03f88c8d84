import type { Context } from '../../context.ts';
import { openExampleStore } from './open-example-store.ts';
import { deleteStore } from '../../stores/manage-stores.ts';
import { sessionOf } from '../../members/guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { mayCreateStore } from '../../stores/panel/may-create-store.ts';

/** POST /panel/api/example-store; POST /panel/api/stores/:storeId/example/delete: makes and removes the example data of a user. */
export function exampleStoreHandlers(context: Context): PanelHandlers<'openExampleStore' | 'deleteExampleStore'> {
  return {
    openExampleStore: async ({ request }) => {
      const session = sessionOf(request);
      if (!(await mayCreateStore(context, session))) return { ok: false, code: 'NOT_ALLOWED' };
      const { storeId } = await openExampleStore(context, session.userId);
      return { success: true, storeId };
    },
    deleteExampleStore: async ({ params: { storeId }, audit }) => {
      const store = await context.directory.find(storeId);
      if (!store?.exampleOf) return 'NOT_FOUND';
      const deleted = await deleteStore(context, storeId, undefined, audit);
      return deleted.ok ? { success: true } : 'NOT_FOUND';
    },
  };
}
