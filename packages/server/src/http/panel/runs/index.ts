import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { VersionCache } from '../../../automations/compiled-versions.ts';
import { addExplainPerson } from './explain-contact.ts';
import { addExportRuns } from './export-runs.ts';
import { addListMessages } from './list-messages.ts';
import { addCountRuns, addListRuns } from './list-runs.ts';
import { addLive } from './live.ts';
import { addOperateRuns, addReadOperation, addStopOperation } from './operate-runs.ts';
import { addReadHealth } from './read-health.ts';
import { addReadResults } from './read-results.ts';
import { addReadRun, addSeeRunPerson } from './read-run.ts';
import { addReadStepResults } from './read-step-results.ts';
import { addReleaseContacts } from './release-contacts.ts';
import { addSavedViews } from './saved-views.ts';

/** Adds the endpoints of runs, messages and results, and of operations on runs. */
export function addRuns(app: FastifyInstance, context: Context): void {
  const plans = new VersionCache();
  addListRuns(app, context, plans);
  addCountRuns(app, context);
  addExportRuns(app, context);
  addReadRun(app, context, plans);
  addSeeRunPerson(app, context);
  addOperateRuns(app, context);
  addReadOperation(app, context);
  addStopOperation(app, context);
  addSavedViews(app, context);
  addListMessages(app, context);
  addReadResults(app, context, plans);
  addReadStepResults(app, context, plans);
  addExplainPerson(app, context);
  addReadHealth(app, context);
  addReleaseContacts(app, context);
  addLive(app, context);
}
