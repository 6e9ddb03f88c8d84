import { readVersions } from '../read-automations.ts';
import type { Context } from '../../../context.ts';
import { isId } from '../../../base/ids.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId/versions/:version: one version with its definition. */
export const readVersionHandlers = (context: Context): PanelHandlers<'readVersion'> => ({
  readVersion: async ({ params: { storeId, automationId, version } }) => {
    if (!isId(automationId) || !/^[1-9]\d{0,8}$/.test(version)) return 'NOT_FOUND';
    const [found] = (await readVersions(context, storeId, automationId, Number(version))) ?? [];
    return found ? { success: true, version: { ...found, publishedAt: found.publishedAt.toISOString() } } : 'NOT_FOUND';
  },
});
