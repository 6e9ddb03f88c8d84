import { importFlow, type Flow } from '@retoma/flow';
import { overlaps } from '@retoma/flow/overlap';
import { systemClock } from '../platform/clock.ts';
import type { Queryable } from '../db/pool.ts';
import { activityInsert } from '../db/queries/auth/audit-log.ts';
import { automationRead, automationReadAll } from '../db/queries/automations/automation-views.ts';
import { automationLockMany, automationSetActive } from '../db/queries/automations/automations.ts';
import { newId } from '../platform/ids.ts';
import type { Automations } from './automation-deps.ts';

/** An active automation that may message the same people, with what it has published. */
export type Overlap = { automationId: string; name: string; definition: string };

/** What is about to be active: a text, or what an automation has published. The automation itself is never one of the answer. */
export type OverlapQuestion = { automationId?: string | undefined; text?: string | undefined };

/** EDT7: the active automations of a store that may message the same people as this one. Nothing where the text cannot be walked. */
export async function findOverlaps(
  db: Queryable,
  storeId: string,
  { automationId, text }: OverlapQuestion,
): Promise<Overlap[]> {
  const own = text ?? (automationId && (await automationRead(db, storeId, automationId))?.published);
  if (!own) return [];
  const read = importFlow(own);
  if (!read.ok) return [];
  return (await automationReadAll(db, storeId)).flatMap(({ automationId: id, name, active, published }) => {
    if (!active || published === null || id === automationId) return [];
    return overlaps(read.flow, JSON.parse(published) as Flow)
      ? [{ automationId: id, name, definition: published }]
      : [];
  });
}

/** Locks an automation and those that are paused with it in one order, so that two publications that pause each other wait. */
export async function lockTogether(
  client: Queryable,
  storeId: string,
  automationId: string,
  others: readonly string[] = [],
): Promise<void> {
  if (others.length > 0) await automationLockMany(client, storeId, [automationId, ...others]);
}

/**
 * EDT7: pauses other automations in the caller's transaction, each with its entry in the log of activity (AUT6); their waiting runs are
 * held (RUN16). What is not active or not of the store is passed over, as is `own`.
 */
export async function pauseOthers(
  client: Queryable,
  { userId, clock = systemClock }: Automations,
  storeId: string,
  { own, others }: { own: string; others: readonly string[] },
): Promise<void> {
  if (others.length === 0) return;
  for (const { automationId, active, name } of await automationLockMany(client, storeId, others)) {
    if (automationId === own || !active) continue;
    await automationSetActive(client, storeId, automationId, false, 'hold');
    await activityInsert(client, {
      activityId: newId(),
      storeId,
      userId: userId ?? null,
      action: 'automation_switched_off',
      subjectId: null,
      detail: name,
      createdAt: clock(),
    });
  }
}
