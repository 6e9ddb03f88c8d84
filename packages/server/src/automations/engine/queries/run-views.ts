import type { Channel, Trigger } from '@retoma/flow';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { queryRow, queryRows } from '../../../base/postgres/query.ts';
import type { MessageState } from '../../delivery/queries/messages.ts';
import type { RunRow } from './runs.ts';

/** The statuses of a run (RUN12). */
export const runStatuses = [
  'waiting',
  'running',
  'completed',
  'ended',
  'cancelled',
  'failed',
] as const satisfies readonly RunRow['status'][];

/** A run in a list. */
export type ListedRun = {
  runId: string;
  automationId: string;
  automation: string;
  version: number;
  status: RunRow['status'];
  reason: string | null;
  /** RUN16: it is held, because something became due while its automation was paused. */
  held: boolean;
  /** When its next timer is due. */
  wakeAt: Date | null;
  startedAt: Date;
  finishedAt: Date | null;
};

const listed = `r.run_id as "runId", r.automation_id as "automationId", a.name as automation, r.version, r.status, r.reason,
  r.held, r.wake_at as "wakeAt", r.started_at as "startedAt", r.finished_at as "finishedAt"`;

/** The newest runs of a store, newest first; optionally of one automation or in one status only. */
export const runList = (
  db: Queryable,
  storeId: string,
  { automationId, status }: { automationId?: string | undefined; status?: RunRow['status'] | undefined },
  limit: number,
): Promise<ListedRun[]> =>
  queryRows(db, {
    // The newest of each automation: runs are indexed by automation.
    text: `select ${listed}
     from automations a cross join lateral (
       select * from runs where automation_id = a.automation_id and ($3::text is null or status = $3)
       order by run_id desc limit $4) r
     where a.store_id = $1 and ($2::uuid is null or a.automation_id = $2)
     order by r.run_id desc limit $4`,
    values: [storeId, automationId ?? null, status ?? null, limit],
  });

/** A run with its event, its state and its complete timeline. */
export type FullRun = ListedRun & {
  storeId: string;
  eventId: string;
  event: Trigger;
  occurredAt: Date;
  /** The interpreter's state as text. */
  state: string | null;
  timeline: string;
};

/** One run of a store. */
export const runFindFull = (db: Queryable, storeId: string, runId: string): Promise<FullRun | undefined> =>
  queryRow(db, {
    text: `select ${listed}, r.store_id as "storeId", r.event_id as "eventId", e.type as event, e.occurred_at as "occurredAt",
       r.state,
       coalesce((select string_agg(c.entries, '' order by c.segment) from run_timeline_segments c where c.run_id = r.run_id), '')
         || r.timeline as timeline
     from runs r join automations a on a.automation_id = r.automation_id join events e on e.event_id = r.event_id
     where r.store_id = $1 and r.run_id = $2`,
    values: [storeId, runId],
  });

/** A message of the ledger for display. */
export type ListedMessage = {
  /** The path of its step and the pass. */
  messageKey: string;
  channel: Channel;
  state: MessageState;
  reason: string | null;
  recipient: string | null;
  /** The rendered content; null: it was never rendered, or it was deleted. */
  content: object | null;
  attempts: number;
  dueAt: Date;
  settledAt: Date | null;
  /** RUN21: the member who sent it again; null: its run sent it. */
  requestedBy: string | null;
};

/** The messages of a run, in the order in which its steps created them. */
export const messageListOf = (db: Queryable, runId: string): Promise<ListedMessage[]> => messageListOfRuns(db, [runId]);

/** The messages of several runs, in the same order for each run. */
export const messageListOfRuns = (
  db: Queryable,
  runIds: readonly string[],
): Promise<(ListedMessage & { runId: string })[]> =>
  queryRows(db, {
    text: `select run_id as "runId", message_key as "messageKey", channel, state, reason, recipient, content::json, attempts, due_at as "dueAt",
       settled_at as "settledAt", requested_by as "requestedBy"
     from messages where run_id = any($1::uuid[])
     union all
     select run_id, message_key, channel, state, reason, recipient, content::json, attempts, due_at, null, null from leased_messages
     where lease_runs && $1::uuid[] and run_id = any($1::uuid[])
     order by "dueAt", "messageKey"`,
    values: [runIds],
  });
