import type { ChannelUpdate, MessageRef } from '../../../providers/channels/provider.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Database } from '../../../base/postgres/pool.ts';
import {
  unmatchedStatusDelete,
  unmatchedStatusDeleteOld,
  unmatchedStatusInsertMany,
  unmatchedStatusList,
  messageStatusSetMany,
  type MessageStatus,
  type ReportedStatus,
} from '../queries/message-statuses.ts';
import { truncateForColumn } from '../../../base/truncate-text.ts';

/** The status of a message, as reported by its provider. */
export type StatusUpdate = Extract<ChannelUpdate, { kind: 'status' }>;

/** The name of a message: our key, or the provider's id. */
export const nameOf = (message: MessageRef): string => ('key' in message ? message.key : message.providerId);

/** The rank of each status: if several are reported at once, the highest counts. */
const ranks: Record<MessageStatus, number> = { sent: 0, failed: 1, delivered: 2, read: 3 };

type StatusDeps = { readonly db: Database; readonly clock: Clock };

/**
 * Writes the statuses that providers reported. A status may arrive before the provider's response is stored: it is kept, and
 * `applyUnmatchedStatuses` tries it again.
 */
export async function applyStatuses(
  { db, clock }: StatusDeps,
  connectionId: string,
  updates: readonly StatusUpdate[],
): Promise<void> {
  const reported = highest(updates.map(reportedFields));
  if (reported.length === 0) return;
  const unknown = new Set(await messageStatusSetMany(db, connectionId, reported, clock()));
  const early = reported.filter(({ name }) => unknown.has(name));
  if (early.length > 0) await unmatchedStatusInsertMany(db, connectionId, early, clock());
}

/** How long an unmatched status is kept, in milliseconds. */
const matchWithinMs = 10 * 60_000;
const batchSize = 500;

/** Tries again to match statuses with messages, and deletes those that stay unmatched too long. Returns how many matched. */
export async function applyUnmatchedStatuses({ db, clock }: StatusDeps): Promise<number> {
  const unmatched = await unmatchedStatusList(db, batchSize);
  let found = 0;
  for (const [connectionId, reported] of Map.groupBy(unmatched, (one) => one.connectionId)) {
    const unknown = new Set(await messageStatusSetMany(db, connectionId, highest(reported), clock()));
    const names = [...new Set(reported.map(({ name }) => name))].filter((name) => !unknown.has(name));
    if (names.length > 0) await unmatchedStatusDelete(db, connectionId, names);
    found += names.length;
  }
  await unmatchedStatusDeleteOld(db, clock() - matchWithinMs);
  return found;
}

const reportedFields = ({ message, status, reason }: StatusUpdate): ReportedStatus => ({
  name: truncateForColumn(nameOf(message), 2_000),
  status,
  reason: reason === undefined ? null : truncateForColumn(reason, 200),
});

/** The highest reported status of each message. */
function highest(reported: readonly ReportedStatus[]): ReportedStatus[] {
  const byName = new Map<string, ReportedStatus>();
  for (const one of reported) {
    const other = byName.get(one.name);
    if (one.name !== '' && (!other || ranks[one.status] > ranks[other.status])) byName.set(one.name, one);
  }
  return [...byName.values()];
}
