import { readVersions } from '../read-automations.ts';
import type { Context } from '../../../context.ts';
import type { PanelHandlers } from '../../../panel-contract.ts';

/** GET /panel/api/stores/:storeId/automations/:automationId/versions: the published versions, newest first. */
export const listVersionsHandlers = (context: Context): PanelHandlers<'listVersions'> => ({
  listVersions: async ({ params: { storeId, automationId } }) => {
    const versions = await readVersions(context, storeId, automationId);
    if (!versions) return 'NOT_FOUND';
    return {
      success: true,
      versions: versions.map(({ version, publishedAt, publishedBy, liveRuns }) => ({
        version,
        publishedAt: publishedAt.toISOString(),
        publishedBy,
        liveRuns,
      })),
    };
  },
});
