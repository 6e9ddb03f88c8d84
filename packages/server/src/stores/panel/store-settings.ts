import type { Context } from '../../context.ts';
import { openStore } from '../create-store.ts';
import { changeStore, deleteStore } from '../manage-stores.ts';
import { checkStoreSettings } from '../profile.ts';
import { readStoreSettings } from '../read-store.ts';
import { sessionOf } from '../../members/guards/session.ts';
import type { PanelHandlers } from '../../panel-contract.ts';
import { mayCreateStore } from './may-create-store.ts';

/** POST /panel/api/stores; GET and POST /panel/api/stores/:storeId/settings; POST …/delete: creates, reads, changes and deletes a store. */
export function storeSettingsHandlers(
  context: Context,
): PanelHandlers<'createStore' | 'readStoreSettings' | 'changeStoreSettings' | 'deleteStore'> {
  const { db } = context;
  return {
    createStore: async ({ body: { name }, request }) => {
      const session = sessionOf(request);
      if (!(await mayCreateStore(context, session))) return { ok: false, code: 'NOT_ALLOWED' };
      return { success: true, ...(await openStore(context, session.userId, name)) };
    },
    readStoreSettings: async ({ params: { storeId } }) => {
      const settings = await readStoreSettings(db, storeId);
      return settings ? { success: true, settings } : 'NOT_FOUND';
    },
    changeStoreSettings: async ({ params: { storeId }, body, audit }) => {
      const checked = checkStoreSettings(body);
      if (!checked.ok) {
        return { ok: false, code: 'WRONG_SETTING', details: { members: checked.wrong.map(({ member }) => member) } };
      }
      const refusal = await changeStore(db, storeId, checked.change, audit);
      if (refusal) return refusal === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: refusal };
      return { success: true };
    },
    deleteStore: async ({ params: { storeId }, body: { name }, audit }) => {
      const deleted = await deleteStore(context, storeId, name, audit);
      if (deleted.ok) return { success: true };
      return deleted.code === 'STORE_NOT_FOUND' ? 'NOT_FOUND' : { ok: false, code: deleted.code };
    },
  };
}
