import { recipientOf, type FlowSettings } from '@retoma/flow';
import type { ListeningAutomation } from '../../definitions/queries/automations.ts';
import type { QueuedEvent } from '../queries/event-queue.ts';
import type { RunRecords } from '../queries/run-records.ts';
import { reentryKeyLockMany, reentryKeySetMany, type ReentryKey } from '../queries/reentry-keys.ts';
import { hashContactKey, hashContact } from '../../../base/crypto/contact-hash.ts';
import type { Engine } from '../engine.ts';
import type { Batch } from '../batch/types.ts';
import type { VersionKey, RunStore } from '../../definitions/compiled-versions.ts';

const day = 24 * 60 * 60_000;

/** An event with its records. */
export type EventWithRecords = { readonly event: QueuedEvent; readonly records: RunRecords };

/** An automation that an event would start, and the id of the new run. */
export type Start = EventWithRecords & { readonly automation: ListeningAutomation; readonly runId: string };

/** A start with the keys that limit it. `since`: earlier admissions do not count; no keys: unlimited. */
type LimitedStart = { start: Start; keys: readonly ReentryKey[]; since: number };

/**
 * RUN18: the starts that re-entry allows: `once_per_order` and `once_per_customer` within their days. A customer is identified by e-mail
 * or phone. Events of one batch are checked in order.
 */
export async function filterReentry(engine: Engine, batch: Batch, starts: readonly Start[]): Promise<readonly Start[]> {
  const limits = await loadLimits(engine, batch, starts);
  // An event of a store that has been deleted starts nothing, and must not block the rest.
  const ownedStarts = limits.size === 0 ? [] : starts.filter(({ automation }) => limits.has(automation));
  if (![...limits.values()].some(isLimited)) return ownedStarts;
  const limited = ownedStarts.map((start): LimitedStart => {
    const { store, settings = {} } = limits.get(start.automation)!;
    const keys = reentryKeysOf(engine, start, settings.reentry, store, batch.now);
    const { withinDays } = settings;
    return { start, keys, since: withinDays === undefined ? -Infinity : batch.now - withinDays * day };
  });
  const all = limited.flatMap(({ keys }) => keys);
  if (all.length === 0) return ownedStarts;
  const last = new Map((await reentryKeyLockMany(batch.client, all)).map((row) => [reentryKey(row), row.admittedAt]));
  const admitted = limited.filter(({ keys, since }) => {
    if (keys.some((key) => (last.get(reentryKey(key)) ?? -Infinity) > since)) return false;
    for (const key of keys) last.set(reentryKey(key), batch.now);
    return true;
  });
  await reentryKeySetMany(
    batch.client,
    admitted.flatMap(({ start, keys }) => keys.map((key) => ({ ...key, runId: start.runId, admittedAt: batch.now }))),
  );
  return admitted.map(({ start }) => start);
}

const reentryKey = ({ automationId, key }: ReentryKey): string => `${automationId} ${key.toString('hex')}`;

/** An automation's store, and the settings that limit re-entry. */
type Limit = { readonly store: RunStore; readonly settings: FlowSettings | undefined };

const isLimited = ({ settings }: Limit): boolean => settings?.reentry !== undefined && settings.reentry !== 'every';

/** The limits of automations; those of deleted stores are left out. */
async function loadLimits(
  engine: Engine,
  { client }: Batch,
  starts: readonly Start[],
): Promise<ReadonlyMap<ListeningAutomation, Limit>> {
  const found: { automation: ListeningAutomation; store: RunStore }[] = [];
  for (const automation of new Set(starts.map(automationOf))) {
    const store = await engine.findStore(automation.storeId);
    if (store) found.push({ automation, store });
  }
  const keys = found.map(({ automation, store }): VersionKey => ({ ...automation, store }));
  const versions = await engine.versions.load(client, keys);
  return new Map(
    found.map(({ automation, store }, index) => [automation, { store, settings: versions[index]?.plan.flow.settings }]),
  );
}

const automationOf = ({ automation }: Start): ListeningAutomation => automation;

function reentryKeysOf(
  engine: Engine,
  { event, records, automation: { automationId } }: Start,
  reentry: FlowSettings['reentry'],
  store: RunStore,
  now: number,
): ReentryKey[] {
  const { storeId } = event;
  const keyFor = (order: string): ReentryKey => ({
    automationId,
    key: hashContactKey(engine.contactSecret, storeId, order),
  });
  switch (reentry) {
    case 'once_per_order': {
      const order = records.order?.orderId ?? event.orderId ?? event.checkoutId;
      return order === null || order === undefined ? [] : [keyFor(`order ${order}`)];
    }
    case 'once_per_customer': {
      const data = engine.buildRunData(records, { store, baseUrl: engine.baseUrl(), now }, []);
      return (['email', 'whatsapp'] as const).flatMap((channel) => {
        const contact = recipientOf(channel, data);
        const key = contact && hashContact(engine, storeId, channel, contact);
        return key ? [{ automationId, key }] : [];
      });
    }
    case 'every':
    case undefined:
      return [];
    default:
      return reentry satisfies never;
  }
}
