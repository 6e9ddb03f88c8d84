// The panel's queries of runs, messages and operations, exported under names without the database's prefixes.
export { inboundListOf as isWaitedFor } from '../db/queries/messages/inbound-messages.ts';
export type { MessagePlace } from '../db/queries/messages/message-listings.ts';
export {
  runListingFind as findListedRun,
  runListingOf as listRunsOf,
  runStates,
  type RunFilter,
  type RunListing,
} from '../db/queries/runs/run-listings.ts';
export {
  runProgressFind as findOperation,
  runProgressRejected as listRejectedRuns,
  runProgressStop as stopOperation,
} from '../db/queries/runs/run-progress.ts';
export type { ListedMessage } from '../db/queries/runs/run-views.ts';
export { pageOfMessages } from './message-pages.ts';
export { countRuns, pageOfRuns } from './run-pages.ts';
export {
  savedViewDelete as removeView,
  savedViewList as listViews,
  savedViewSet as setView,
} from '../db/queries/auth/saved-views.ts';
