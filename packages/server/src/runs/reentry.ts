import { recipientOf, type FlowSettings } from '@retoma/flow';
import { admissionLockMany, admissionSetMany, type AdmissionKey } from '../db/queries/run-admissions.ts';
import type { LiveRecords } from '../db/queries/live-records.ts';
import { personHash, personOf } from '../person.ts';
import type { Engine } from './engine.ts';
import type { Transaction } from './move-runs.ts';
import type { PlanKey, RunStore } from './plans.ts';
import type { Start } from './start-runs.ts';

const day = 24 * 60 * 60_000;

/** A start with what it is limited by; no keys: it is not, or nothing is known to limit it by. */
type Limited = { start: Start; keys: readonly AdmissionKey[]; since: number };

/**
 * C18: of the automations that events would start, those that may: `once_per_order` and `once_per_customer` within their days. A
 * customer is whoever has one of the e-mails or phones. Events that arrive at once are judged one after the other.
 */
export async function admit(
  engine: Engine,
  transaction: Transaction,
  wanted: readonly Start[],
  records: ReadonlyMap<string, LiveRecords>,
): Promise<readonly Start[]> {
  const stores = await storesOf(engine, wanted);
  // An event of a store that was deleted meanwhile starts nothing, and must not keep the others.
  const starts = wanted.filter(({ event }) => stores.has(event.storeId));
  if (starts.length === 0) return starts;
  const planKeys = starts.map(({ event, automation }): PlanKey => ({
    ...automation,
    store: stores.get(event.storeId)!,
  }));
  const plans = await engine.plans.load(transaction.client, planKeys);
  const limited = starts.map((start, index): Limited => {
    const { store } = planKeys[index]!;
    const settings = plans[index]?.plan.flow.settings;
    const keys = keysOf(engine, start, settings, store, records.get(start.event.eventId), transaction.now);
    return {
      start,
      keys,
      since: settings?.withinDays === undefined ? -Infinity : transaction.now - settings.withinDays * day,
    };
  });
  const all = limited.flatMap(({ keys }) => keys);
  if (all.length === 0) return starts;
  const last = new Map((await admissionLockMany(transaction.client, all)).map((row) => [nameOf(row), row.admittedAt]));
  const admitted = limited.filter(({ keys, since }) => {
    if (keys.some((key) => (last.get(nameOf(key)) ?? -Infinity) > since)) return false;
    for (const key of keys) last.set(nameOf(key), transaction.now);
    return true;
  });
  await admissionSetMany(
    transaction.client,
    admitted.flatMap(({ start, keys }) =>
      keys.map((key) => ({ ...key, runId: start.runId, admittedAt: transaction.now })),
    ),
  );
  return admitted.map(({ start }) => start);
}

const nameOf = ({ automationId, subject }: AdmissionKey): string => `${automationId} ${subject.toString('hex')}`;

/** The stores of starts, each looked for once; without those that are gone. */
async function storesOf(engine: Engine, starts: readonly Start[]): Promise<ReadonlyMap<string, RunStore>> {
  const stores = new Map<string, RunStore>();
  for (const storeId of new Set(starts.map(({ event }) => event.storeId))) {
    const store = await engine.findStore(storeId);
    if (store) stores.set(storeId, store);
  }
  return stores;
}

function keysOf(
  engine: Engine,
  { event, automation: { automationId } }: Start,
  settings: FlowSettings | undefined,
  store: RunStore,
  records: LiveRecords | undefined,
  now: number,
): AdmissionKey[] {
  const { storeId } = event;
  const keyFor = (subject: string): AdmissionKey => ({
    automationId,
    subject: personHash(engine.personSecret, storeId, subject),
  });
  const reentry = settings?.reentry;
  switch (reentry) {
    case 'once_per_order': {
      const subject = records?.order?.orderId ?? event.orderId ?? event.checkoutId;
      return subject === null || subject === undefined ? [] : [keyFor(`order ${subject}`)];
    }
    case 'once_per_customer': {
      if (!records) return [];
      const data = engine.liveDataOf(records, { store, baseUrl: engine.baseUrl(), now }, []);
      return (['email', 'whatsapp'] as const).flatMap((channel) => {
        const contact = recipientOf(channel, data);
        const subject = contact && personOf(engine, storeId, channel, contact);
        return subject ? [{ automationId, subject }] : [];
      });
    }
    case 'every':
    case undefined:
      return [];
    default:
      return reentry satisfies never;
  }
}
