// The panel's queries of runs, messages and operations, exported under names without the database's prefixes.
export { inboundListOf as isWaitedFor } from '../delivery/queries/inbound-messages.ts';
export type { MessageListing as ListedRow, MessagePlace } from '../delivery/queries/message-listings.ts';
export {
  runListingFind as findListedRun,
  runListingOf as listRunsOf,
  runStates,
  type RunListing,
} from '../engine/queries/run-listings.ts';
export {
  runProgressFind as findOperation,
  runProgressRejected as listRejectedRuns,
  runProgressStop as stopOperation,
} from '../engine/queries/run-progress.ts';
export type { ListedMessage } from '../engine/queries/run-views.ts';
export { pageOfMessages } from './message-pages.ts';
export { countRuns, pageOfRuns } from './run-pages.ts';
export {
  savedViewDelete as removeView,
  savedViewList as listViews,
  savedViewSet as setView,
} from './queries/saved-views.ts';
