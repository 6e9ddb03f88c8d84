import type { Context } from '../../../../context.ts';
import { countRuns, pageOfRuns } from '../../read-runs.ts';
import { currentSteps } from '../../current-steps.ts';
import type { VersionCache } from '../../../definitions/compiled-versions.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';
import { parseFilter } from '../../../../base/requested-filter.ts';
import { canSeeContacts } from '../../../../members/guards/can-see-contacts.ts';
import { instant, presentListing } from './present-run.ts';

/** Runs of one page. */
const pageSize = 50;
/** Runs are counted up to this number; larger counts are not needed. */
const maxCounted = 10_000;

/** GET /panel/api/stores/:storeId/runs: the runs that match a filter, 50 at a time, newest first. */
export const listRunsHandlers = (context: Context, plans: VersionCache): PanelHandlers<'listRuns' | 'countRuns'> => ({
  listRuns: async ({ params: { storeId }, query: { before, ...requested }, locale, request }) => {
    const maySee = await canSeeContacts(context, request, storeId);
    const filter = parseFilter(requested, { now: context.clock(), people: maySee });
    const { runs, next, reached } = await pageOfRuns(context.db, storeId, filter, { before, size: pageSize });
    const steps = await currentSteps(context.db, plans, { storeId, runs, locale });
    return {
      success: true,
      runs: runs.map((run) => presentListing(run, steps.get(run.runId), maySee)),
      next,
      reached: instant(reached),
    };
  },
  /** GET /panel/api/stores/:storeId/runs/count: the number of runs that match a filter, up to 10,000. */
  countRuns: async ({ params: { storeId }, query, request }) => {
    const people = await canSeeContacts(context, request, storeId);
    const filter = parseFilter(query, { now: context.clock(), people });
    return { success: true, ...(await countRuns(context.db, storeId, filter, maxCounted)) };
  },
});
