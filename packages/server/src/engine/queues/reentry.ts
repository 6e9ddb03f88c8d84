import { recipientOf, type FlowSettings } from '@retoma/flow';
import type { ListeningAutomation } from '../../db/queries/automations/automations.ts';
import { admissionLockMany, admissionSetMany, type AdmissionKey } from '../../db/queries/runs/reentry-keys.ts';
import { personHash, personOf } from '../../crypto/contact-hash.ts';
import type { Engine } from '../engine.ts';
import type { Transaction } from '../batch/run-batch.ts';
import type { PlanKey, RunStore } from '../../automations/compiled-versions.ts';
import type { Start } from './events.ts';

const day = 24 * 60 * 60_000;

/** A start with what it is limited by; no keys: it is not, or nothing is known to limit it by. */
type Limited = { start: Start; keys: readonly AdmissionKey[]; since: number };

/**
 * RUN18: of the automations that events would start, those that may: `once_per_order` and `once_per_customer` within their days. A
 * customer is whoever has one of the e-mails or phones. Events that arrive at once are judged one after the other.
 */
export async function admit(
  engine: Engine,
  transaction: Transaction,
  wanted: readonly Start[],
): Promise<readonly Start[]> {
  const limits = await limitsOf(engine, transaction, wanted);
  // An event of a store that was deleted meanwhile starts nothing, and must not keep the others.
  const starts = limits.size === 0 ? [] : wanted.filter(({ automation }) => limits.has(automation));
  if (![...limits.values()].some(isLimited)) return starts;
  const limited = starts.map((start): Limited => {
    const { store, settings = {} } = limits.get(start.automation)!;
    const keys = keysOf(engine, start, settings.reentry, store, transaction.now);
    const { withinDays } = settings;
    return { start, keys, since: withinDays === undefined ? -Infinity : transaction.now - withinDays * day };
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

/** Whose an automation is, and how often it may be entered. */
type Limit = { readonly store: RunStore; readonly settings: FlowSettings | undefined };

const isLimited = ({ settings }: Limit): boolean => settings?.reentry !== undefined && settings.reentry !== 'every';

/** What limits each of the automations that would start, which are few; without those whose store is gone. */
async function limitsOf(
  engine: Engine,
  { client }: Transaction,
  wanted: readonly Start[],
): Promise<ReadonlyMap<ListeningAutomation, Limit>> {
  const found: { automation: ListeningAutomation; store: RunStore }[] = [];
  for (const automation of new Set(wanted.map(automationOf))) {
    const store = await engine.findStore(automation.storeId);
    if (store) found.push({ automation, store });
  }
  const keys = found.map(({ automation, store }): PlanKey => ({ ...automation, store }));
  const plans = await engine.plans.load(client, keys);
  return new Map(
    found.map(({ automation, store }, index) => [automation, { store, settings: plans[index]?.plan.flow.settings }]),
  );
}

const automationOf = ({ automation }: Start): ListeningAutomation => automation;

function keysOf(
  engine: Engine,
  { event, records, automation: { automationId } }: Start,
  reentry: FlowSettings['reentry'],
  store: RunStore,
  now: number,
): AdmissionKey[] {
  const { storeId } = event;
  const keyFor = (subject: string): AdmissionKey => ({
    automationId,
    subject: personHash(engine.personSecret, storeId, subject),
  });
  switch (reentry) {
    case 'once_per_order': {
      const subject = records.order?.orderId ?? event.orderId ?? event.checkoutId;
      return subject === null || subject === undefined ? [] : [keyFor(`order ${subject}`)];
    }
    case 'once_per_customer': {
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
