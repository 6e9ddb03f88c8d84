import type { Context } from '../../../context.ts';
import { VersionCache } from '../../../automations/compiled-versions.ts';
import { explainPersonHandlers } from './explain-contact.ts';
import { exportRunsHandlers } from './export-runs.ts';
import { listMessagesHandlers } from './list-messages.ts';
import { countRunsHandlers, listRunsHandlers } from './list-runs.ts';
import { operateRunsHandlers, readOperationHandlers, stopOperationHandlers } from './operate-runs.ts';
import { readHealthHandlers } from './read-health.ts';
import { readResultsHandlers } from './read-results.ts';
import { readRunHandlers, seeRunPersonHandlers } from './read-run.ts';
import { readStepResultsHandlers } from './read-step-results.ts';
import { releaseContactsHandlers } from './release-contacts.ts';
import { savedViewsHandlers } from './saved-views.ts';
import type { runsContract } from './contract.ts';
import type { PanelHandlers } from '../handlers.ts';

/** The handlers of the endpoints of runs, messages and results, and of operations on runs. */
export function runsHandlers(context: Context): PanelHandlers<keyof typeof runsContract> {
  const plans = new VersionCache();
  return {
    ...listRunsHandlers(context, plans),
    ...countRunsHandlers(context),
    ...exportRunsHandlers(context),
    ...readRunHandlers(context, plans),
    ...seeRunPersonHandlers(context),
    ...operateRunsHandlers(context),
    ...readOperationHandlers(context),
    ...stopOperationHandlers(context),
    ...savedViewsHandlers(context),
    ...listMessagesHandlers(context),
    ...readResultsHandlers(context, plans),
    ...readStepResultsHandlers(context, plans),
    ...explainPersonHandlers(context),
    ...readHealthHandlers(context),
    ...releaseContactsHandlers(context),
  };
}
