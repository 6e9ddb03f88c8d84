// What the panel reads of runs, messages and operations on them: the queries themselves, by their names outside of the database.
export { inboundListOf as heardOfRun } from '../db/queries/inbound-messages.ts';
export type { MessagePlace } from '../db/queries/message-listings.ts';
export {
  runListingFind as findListedRun,
  runListingOf as listRunsOf,
  runStates,
  type RunFilter,
  type RunListing,
} from '../db/queries/run-listings.ts';
export {
  runProgressFind as findOperation,
  runProgressRefused as listRefusedRuns,
  runProgressStop as stopOperation,
} from '../db/queries/run-progress.ts';
export type { ListedMessage } from '../db/queries/run-readings.ts';
export { pageOfMessages } from './page-messages.ts';
export { countRuns, pageOfRuns } from './page-runs.ts';
export {
  savedViewDelete as removeView,
  savedViewList as listViews,
  savedViewSet as setView,
} from '../db/queries/saved-views.ts';
