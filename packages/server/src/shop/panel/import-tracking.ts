import type { Context } from '../../context.ts';
import { importTracking } from '../orders/import-tracking.ts';
import type { PanelHandlers } from '../../panel-contract.ts';

/** POST /panel/api/stores/:storeId/tracking-import: imports the tracking codes of many orders (AUT6: each change is audited). */
export const importTrackingHandlers = (context: Context): PanelHandlers<'importTracking'> => ({
  importTracking: async ({ params: { storeId }, body: { text, apply }, audit }) => {
    const imported = await importTracking(context, storeId, text, { apply }, audit);
    if (!imported.ok) return { success: true, refused: imported.code, rows: [] };
    const rows = imported.rows.map(({ line, order, tracking, issue, changed }) => ({
      line,
      order,
      tracking,
      issue,
      changed,
    }));
    return { success: true, refused: null, rows };
  },
});
