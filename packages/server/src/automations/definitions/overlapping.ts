import { importFlow, type Flow } from '@retoma/flow';
import { overlaps } from '@retoma/flow/overlap';
import type { Audit } from '../../http/audit-actions.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import { automationRead, automationReadAll } from '../results/queries/automation-views.ts';
import { automationLockMany, automationSetActive } from './queries/automations.ts';

/** An active automation that may message the same people, with its published definition. */
export type Overlap = { automationId: string; name: string; definition: string };

/** The automation that will become active: by a text, or by its published definition. The result never contains this automation. */
export type OverlapQuestion = { automationId?: string | undefined; text?: string | undefined };

/** EDT7: the active automations of a store that may message the same people as this one. Empty if the text is not a valid flow. */
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

/** Locks an automation and those that are paused with it, in one order, so that two publications that pause each other cannot deadlock. */
export async function lockTogether(
  client: Queryable,
  storeId: string,
  automationId: string,
  others: readonly string[] = [],
): Promise<void> {
  if (others.length > 0) await automationLockMany(client, storeId, [automationId, ...others]);
}

/**
 * EDT7: pauses other automations in the caller's transaction, each with an entry in the activity log (AUT6); their live runs are held
 * (RUN16). Skips `own`, inactive automations and those of other stores.
 */
export async function pauseOthers(
  client: Queryable,
  storeId: string,
  { own, others }: { own: string; others: readonly string[] },
  audit: Audit<'automation_switched_off'>,
): Promise<void> {
  if (others.length === 0) return;
  for (const { automationId, active, name } of await automationLockMany(client, storeId, others)) {
    if (automationId === own || !active) continue;
    await automationSetActive(client, storeId, automationId, false, 'hold');
    await audit(client, { storeId, action: 'automation_switched_off', detail: name });
  }
}
