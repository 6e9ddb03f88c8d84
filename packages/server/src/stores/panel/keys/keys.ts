import type { Context } from '../../../context.ts';
import { storeCalls } from '../../api-calls.ts';
import { createKey, revokeKey, rotateKey } from '../../manage-stores.ts';
import { storeKeys, type MaskedKey } from '../../store-keys.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET and POST /panel/api/stores/:storeId/keys, …/calls, …/rotate and …/end: CHK10, the API keys of a store. */
export function keysHandlers(
  context: Context,
): PanelHandlers<'listKeys' | 'listApiCalls' | 'createKey' | 'rotateKey' | 'endKey'> {
  const { db, keys } = context;
  /** The store's key of that id, if it works. */
  const working = async (storeId: string, keyId: string): Promise<MaskedKey | undefined> =>
    (await storeKeys(context, storeId)).find((key) => key.keyId === keyId && !key.ended);
  return {
    listKeys: async ({ params: { storeId } }) => {
      const listed = (await storeKeys(context, storeId)).map(({ createdAt, endsAt, usedAt, scopes, ...key }) => ({
        ...key,
        scopes: scopes && [...scopes],
        createdAt: createdAt.toISOString(),
        endsAt: endsAt?.toISOString() ?? null,
        usedAt: usedAt?.toISOString() ?? null,
      }));
      return { success: true, baseUrl: context.baseUrl, keys: listed };
    },
    listApiCalls: async ({ params: { storeId } }) => {
      const calls = (await storeCalls(db, storeId)).map(({ storeId: _store, at, ...call }) => ({
        ...call,
        at: at.toISOString(),
      }));
      return { success: true, calls };
    },
    createKey: async ({ params: { storeId }, body, audit }) => {
      const scopes = body.kind === 'secret' ? body.scopes : null;
      const made = await createKey(db, keys, storeId, body.kind, audit, scopes);
      return made ? { success: true, ...made } : 'NOT_FOUND';
    },
    rotateKey: async ({ params: { storeId, keyId }, body: { endOldNow }, audit }) => {
      if (!(await working(storeId, keyId))) return 'NOT_FOUND';
      const made = await rotateKey(db, keys, keyId, endOldNow, audit);
      if (!made) return 'NOT_FOUND';
      return { success: true, key: made.key, keyId: made.keyId, oldEndsAt: made.old.endsAt!.toISOString() };
    },
    endKey: async ({ params: { storeId, keyId }, audit }) => {
      const key = await working(storeId, keyId);
      const isEnded = key && (await revokeKey(db, keyId, audit));
      return isEnded ? { success: true } : 'NOT_FOUND';
    },
  };
}
