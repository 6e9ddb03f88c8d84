import { readAutomations, countAutomations } from '../read-automations.ts';
import type { Context } from '../../../context.ts';
import { Figures } from '../../results/cached-totals.ts';
import { recoveredRevenue } from '../../results/recovered-revenue.ts';
import { startOfLastDays } from '../../results/report-period.ts';
import type { PanelAnswer, PanelHandlers } from '../../../panel-contract.ts';
import { presentHead } from './automation-responses.ts';

/** The period that the list reports, in days. */
const days = 30;

type Results = NonNullable<PanelAnswer<'listAutomations'>['automations'][number]['results']>;

/** GET /panel/api/stores/:storeId/automations: all automations with their results of the last 30 days. */
export function listAutomationsHandlers(context: Context): PanelHandlers<'listAutomations'> {
  const { db, usersDb, clock, config } = context;
  const figures = new Figures<ReadonlyMap<string, Results>>(clock);
  return {
    listAutomations: async ({ params: { storeId } }) => {
      const mode = config.templateValidationMode;
      const automations = await readAutomations({ db, usersDb, mode }, storeId);
      const results = await figures.read(storeId, () => countResults(context, storeId));
      return {
        success: true,
        mode,
        automations: automations.map((automation) => ({
          ...presentHead(automation),
          results: results ? (results.get(automation.automationId) ?? none) : null,
        })),
      };
    },
  };
}

const none: Results = { entered: 0, messages: 0, failed: 0, paidOrders: 0, recoveredCents: 0 };

async function countResults({ db, clock, directory }: Context, storeId: string): Promise<ReadonlyMap<string, Results>> {
  const store = await directory.find(storeId);
  if (!store) return new Map();
  const until = clock();
  const since = startOfLastDays(days, until, store.timeZone);
  const counts = await countAutomations(db, storeId, new Date(since));
  const { byAutomation } = await recoveredRevenue(db, storeId, { since, until: until + 1 });
  const results = new Map<string, Results>();
  for (const { automationId, ...its } of counts) results.set(automationId, { ...none, ...its });
  for (const [automationId, { cents, orders }] of byAutomation)
    results.set(automationId, { ...(results.get(automationId) ?? none), paidOrders: orders, recoveredCents: cents });
  return results;
}
