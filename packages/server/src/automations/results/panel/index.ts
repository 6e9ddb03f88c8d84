import type { Context } from '../../../context.ts';
import { readHomeHandlers } from './home/read-home.ts';
import { listRunsHandlers } from './runs/list-runs.ts';
import { exportRunsHandlers } from './runs/export-runs.ts';
import { readRunHandlers } from './runs/read-run.ts';
import { operateRunsHandlers } from './runs/operate-runs.ts';
import { resendHandlers } from './runs/resend.ts';
import { savedViewsHandlers } from './runs/saved-views.ts';
import { listMessagesHandlers } from './runs/list-messages.ts';
import { listOrderMessagesHandlers } from './runs/list-order-messages.ts';
import { readResultsHandlers, readStepResultsHandlers } from './runs/read-results.ts';
import { readHealthHandlers } from './runs/read-health.ts';
import { releaseContactsHandlers } from './runs/release-contacts.ts';
import { eventsHandlers } from './events/events.ts';
import { inboxHandlers } from './inbox/inbox.ts';
import { VersionCache } from '../../definitions/compiled-versions.ts';

/** Runs, events, results, the home page and the inbox of the sandbox. */
export function resultHandlers(context: Context) {
  const plans = new VersionCache();
  return {
    ...readHomeHandlers(context),
    ...listRunsHandlers(context, plans),
    ...exportRunsHandlers(context),
    ...readRunHandlers(context, plans),
    ...operateRunsHandlers(context),
    ...resendHandlers(context, plans),
    ...savedViewsHandlers(context),
    ...listMessagesHandlers(context),
    ...listOrderMessagesHandlers(context),
    ...readResultsHandlers(context, plans),
    ...readStepResultsHandlers(context, plans),
    ...readHealthHandlers(context),
    ...releaseContactsHandlers(context),
    ...eventsHandlers(context),
    ...inboxHandlers(context),
  };
}
