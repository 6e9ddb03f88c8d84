import type { Queryable } from '../db/pool.ts';
import { activityInsert, activityList, type ActivityEntry } from '../db/queries/activity.ts';
import { membershipList } from '../db/queries/memberships.ts';
import { isId, newId } from '../ids.ts';
import type { Activity } from './activities.ts';

/** Entries of one answer. */
const activityPage = 50;

/** S6: writes down what somebody did at a store; `userId` null: on the command line. Nothing about shoppers goes in here. */
export async function noteActivity(
  db: Queryable,
  entry: {
    storeId: string;
    userId: string | null;
    what: Activity;
    at: number;
    subjectId?: string;
    detail?: string;
  },
): Promise<void> {
  const { subjectId = null, detail = null } = entry;
  await activityInsert(db, { ...entry, activityId: newId(), subjectId, detail });
}

/** S6: writes down what somebody did with their own account: at every store that they work for. */
export async function noteOwnActivity(
  db: Queryable,
  entry: { userId: string; what: Activity; at: number; byCommandLine?: boolean },
): Promise<void> {
  const { userId, what, at, byCommandLine = false } = entry;
  for (const { storeId } of await membershipList(db, userId)) {
    const who = byCommandLine ? { userId: null, subjectId: userId } : { userId };
    await noteActivity(db, { storeId, what, at, ...who });
  }
}

/** What was done at a store, the newest first, a page of it; `before`: older than this entry. What is no id is passed over. */
export async function readActivity(db: Queryable, storeId: string, before?: string): Promise<ActivityReading[]> {
  const page = { before: before !== undefined && isId(before) ? before : undefined, limit: activityPage };
  return (await activityList(db, storeId, page)) as ActivityReading[];
}

type ActivityReading = ActivityEntry & { readonly what: Activity };
