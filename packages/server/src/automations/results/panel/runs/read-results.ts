import type { Locale } from '@retoma/pay';
import type { Context } from '../../../../context.ts';
import { automationResults, findAutomation, type Automation } from '../../automation-results.ts';
import { Figures } from '../../cached-totals.ts';
import type { VersionCache } from '../../../definitions/compiled-versions.ts';
import { recoveredByDay, recoveryHours } from '../../recovered-revenue.ts';
import type { PanelAnswer, PanelHandlers } from '../../../../panel-contract.ts';
import { startOfLastDays } from '../../report-period.ts';
import { stepResults } from '../../step-results.ts';

type Results = NonNullable<PanelAnswer<'readResults'>['results']>;

/** GET /panel/api/stores/:storeId/automations/:automationId/results: results of an automation in `days`, 30 by default. */
export function readResultsHandlers(context: Context, plans: VersionCache): PanelHandlers<'readResults'> {
  const figures = new Figures<Results>(context.clock);
  return {
    readResults: async ({ params: { storeId, automationId }, query, locale }) => {
      const automation = await findAutomation(context.db, storeId, automationId);
      if (!automation) return 'NOT_FOUND';
      const { days = 30 } = query;
      const count = (): Promise<Results> => countResults(context, plans, automation, { days, locale });
      const results = await figures.read(`${automationId} ${days} ${locale}`, count);
      return { success: true, name: automation.name, results: results ?? null };
    },
  };
}

async function countResults(
  { db, clock }: Context,
  plans: VersionCache,
  automation: Automation,
  { days, locale }: { days: number; locale: Locale },
): Promise<Results> {
  const now = clock();
  const span = { since: startOfLastDays(days, now, automation.store.timeZone), until: now + 1, locale };
  const { orders, sales, steps, reasons, ...results } = await automationResults({ db, plans }, automation, span);
  return {
    ...results,
    days,
    entered: Object.values(results.states).reduce((sum, count) => sum + count, 0),
    recovered: { ...sales, hours: recoveryHours },
    byDay: recoveredByDay(orders, automation.store.timeZone),
    steps: [...steps],
    reasons: [...reasons],
  };
}

/** GET /panel/api/stores/:storeId/automations/:automationId/results/steps: figures of each step in `days`, 30 by default. */
export const readStepResultsHandlers = (context: Context, plans: VersionCache): PanelHandlers<'readStepResults'> => ({
  readStepResults: async ({ params: { storeId, automationId }, query }) => {
    const store = await context.directory.find(storeId);
    if (!store) return 'NOT_FOUND';
    const { days = 30 } = query;
    const since = startOfLastDays(days, context.clock(), store.timeZone);
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
