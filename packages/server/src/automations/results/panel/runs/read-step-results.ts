import type { Context } from '../../../../context.ts';
import type { VersionCache } from '../../../definitions/compiled-versions.ts';
import { stepResults } from '../../step-results.ts';
import type { PanelHandlers } from '../../../../panel-contract.ts';

const day = 24 * 60 * 60_000;

/** GET /panel/api/stores/:storeId/automations/:automationId/results/steps: figures of each step in `days`, 30 by default. */
export const readStepResultsHandlers = (context: Context, plans: VersionCache): PanelHandlers<'readStepResults'> => ({
  readStepResults: async ({ params: { storeId, automationId }, query }) => {
    const { days = 30 } = query;
    const since = context.clock() - days * day;
    const results = await stepResults({ db: context.db, plans }, { storeId, automationId, since });
    if (!results) return 'NOT_FOUND';
    return {
      success: true,
      ...results,
      reached: results.reached?.toISOString() ?? null,
      steps: results.steps.map((step) => ({ ...step, changedAt: step.changedAt?.toISOString() ?? null })),
      branches: [...results.branches],
    };
  },
});
