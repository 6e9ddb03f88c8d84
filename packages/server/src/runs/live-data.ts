import type { RunData } from '@retoma/flow';
import type { LiveRecords } from '../db/queries/live-records.ts';

/** What the data of a run needs to know beside its records. */
export type LiveAround = {
  store: { storeId: string; name: string; domain: string | null; timeZone: string };
  /** The service's address without a trailing slash. */
  baseUrl: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** The data of a run (B5, D1) out of its records. Pure. */
export function liveDataOf(records: LiveRecords, around: LiveAround): RunData {
  throw new Error(`not built yet: ${records.event.eventId} ${around.now}`);
}
