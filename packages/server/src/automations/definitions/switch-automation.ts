import { validateText, type Flow } from '@retoma/flow';
import type { Audit } from '../../http/audit-actions.ts';
import type { Queryable } from '../../base/postgres/pool.ts';
import {
  automationDelete,
  automationFind,
  automationSetActive,
  automationStatuses,
  automationVersionList,
  type AutomationRow,
} from './queries/automations.ts';
import { runOperationInsert } from '../engine/queries/run-operations.ts';
import { inTransaction } from '../../base/postgres/transaction.ts';
import { newId } from '../../base/ids.ts';
import { lockTogether, pauseOthers } from './overlapping.ts';
import { validationRefusal, type AutomationRefusal } from './refusal.ts';
import type { Automations } from './automation-deps.ts';

/** RUN16: what happens to live runs when an automation is switched off. */
export const waitingChoices = ['hold', 'finish', 'cancel'] as const;

/** An option for live runs. */
export type WaitingChoice = (typeof waitingChoices)[number];

/** `waiting`, for switching off: what happens to live runs; default: hold. `pause`, for switching on: the automations to pause (EDT7). */
export type SwitchOptions = { waiting?: WaitingChoice; pause?: readonly string[] };

type Switched = { ok: true };

/**
 * Switches the published version on or off (RUN16). Off: `waiting` decides about live runs. On: held runs continue; refused if block mode
 * finds errors (Errors B).
 */
export async function setAutomationActive(
  automations: Automations,
  storeId: string,
  automationId: string,
  { active, waiting = 'hold', pause = [] }: SwitchOptions & { active: boolean },
  audit: Audit<'automation_switched_on' | 'automation_switched_off'>,
): Promise<Switched | AutomationRefusal> {
  const { db, mode, locale = 'pt-BR' } = automations;
  return inTransaction(db, async (client): Promise<Switched | AutomationRefusal> => {
    await lockTogether(client, storeId, automationId, pause);
    const automation = await automationFind(client, storeId, automationId, true);
    if (!automation) return { ok: false, code: 'AUTOMATION_NOT_FOUND' };
    if (active) {
      const [published] = await automationVersionList(client, storeId, automationId);
      if (!published) return { ok: false, code: 'AUTOMATION_NOT_PUBLISHED' };
      const refusal = validationRefusal(validateText(activated(published.definition), { mode, locale }));
      if (refusal) return refusal;
      await pauseOthers(client, storeId, { own: automationId, others: pause }, audit);
    }
    // The runs are held until all of them are cancelled.
    const waitingRuns = !active && waiting === 'finish' ? 'finish' : 'hold';
    await releaseWhereHeld(client, automations, automation, () =>
      automationSetActive(client, storeId, automationId, active, waitingRuns),
    );
    if (!active && waiting === 'cancel') await cancelRuns(client, automations, automation, 'SWITCHED_OFF');
    const action = active ? 'automation_switched_on' : 'automation_switched_off';
    await audit(client, { storeId, action, detail: automation.name });
    return { ok: true };
  });
}

/** The definition with `active: true`, so that it is validated as an active one. */
export const activated = (text: string): string => JSON.stringify({ ...(JSON.parse(text) as Flow), active: true });

/** Deletes an automation: it starts no more runs, and its live runs are cancelled (RUN16). */
export async function deleteAutomation(
  automations: Automations,
  storeId: string,
  automationId: string,
  audit: Audit<'automation_deleted'>,
): Promise<Switched | AutomationRefusal> {
  return inTransaction(automations.db, async (client): Promise<Switched | AutomationRefusal> => {
    const automation = await automationFind(client, storeId, automationId, true);
    if (!automation) return { ok: false, code: 'AUTOMATION_NOT_FOUND' };
    await automationDelete(client, storeId, automationId);
    await cancelRuns(client, automations, automation, 'AUTOMATION_DELETED');
    await audit(client, { storeId, action: 'automation_deleted', detail: automation.name });
    return { ok: true };
  });
}

/**
 * Runs `change` on an automation whose row the caller has locked. If its runs were held before and are not held after the change, they are
 * released (RUN16). Returns the result of `change`.
 */
export async function releaseWhereHeld<T>(
  client: Queryable,
  automations: Pick<Automations, 'by'>,
  automation: AutomationRow,
  change: () => Promise<T>,
): Promise<T> {
  const before = await automationStatusOf(client, automation);
  const answer = await change();
  const ran = automation.publishedVersion !== null;
  if (ran && before === 'held' && (await automationStatusOf(client, automation)) === 'on')
    await request(client, automations, automation, 'release', null);
  return answer;
}

async function automationStatusOf(client: Queryable, { automationId }: AutomationRow): Promise<string | undefined> {
  const [row] = await automationStatuses(client, [automationId]);
  return row?.status;
}

const cancelRuns = (
  client: Queryable,
  automations: Automations,
  automation: AutomationRow,
  reason: string,
): Promise<void> => request(client, automations, automation, 'cancel', reason);

/** Queues an operation on all live runs of an automation. */
async function request(
  client: Queryable,
  { by = 'cli' }: Pick<Automations, 'by'>,
  { storeId, automationId }: AutomationRow,
  kind: 'cancel' | 'release',
  reason: string | null,
): Promise<void> {
  await runOperationInsert(client, {
    operationId: newId(storeId),
    storeId,
    kind,
    automationId,
    runIds: null,
    step: null,
    reason,
    requestedBy: by,
  });
}
