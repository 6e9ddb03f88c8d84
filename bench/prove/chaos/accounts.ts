// Compares the final database with what the service accepted and what its SMS gateway received.
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';
import { runDoctor } from '../../../packages/server/src/automations/engine/invariants/doctor.ts';
import { touchOf } from '../../load/gateway.ts';
import { shardOf } from '../../../packages/server/src/base/ids.ts';
import type { Recording } from '../../load/recording.ts';
import type { LoadStore } from '../../load/settings.ts';

/** What is wrong, as text, and the counts. */
export type Accounts = {
  readonly wrong: readonly string[];
  readonly counts: { readonly [what: string]: number };
};

/** Compares all records. `settled`: no message is in progress, and no payment that the bank confirmed still needs a poll. */
export async function settleAccounts(db: Database, recording: Recording, settled: boolean): Promise<Accounts> {
  const wrong: string[] = [];
  const missing = await missingOf(db, recording, settled);
  for (const [what, count] of Object.entries(missing)) if (count > 0) wrong.push(`${count} ${what}`);
  wrong.push(...repeated(recording));
  const { wrong: wrongMessages, unknown, messages } = await compareMessages(db, recording, settled);
  wrong.push(...wrongMessages);
  const { ok, status: balance, findings } = await runDoctor(db, Date.now, { storeId: null, repair: false });
  if (!ok) wrong.push(`doctor: ${JSON.stringify({ balance, findings })}`);
  const { rows } = await db.query<{ runs: number }>(`select count(*)::int as runs from runs`);
  const { checkouts, events, paid } = recording.accepted;
  return {
    wrong,
    counts: {
      checkouts: checkouts.length,
      events: events.length,
      payments: paid.length,
      runs: rows[0]!.runs,
      messages,
      unknown,
    },
  };
}

/** What a recording says of the stores of one shard. */
export function recordingOf(shard: number, recording: Recording, stores: readonly LoadStore[]): Recording {
  const { accepted, calls } = recording;
  const isHere = (id: string): boolean => shardOf(id) === shard;
  return {
    ...recording,
    accepted: {
      checkouts: accepted.checkouts.filter(isHere),
      events: accepted.events.filter(isHere),
      paid: accepted.paid.filter(isHere),
    },
    calls: calls.filter(({ store }) => isHere(stores[store]?.sms?.connectionId ?? '')),
  };
}

/** The accounts of all shards together. */
export function sumOf(parts: readonly Accounts[]): Accounts {
  const counts: Record<string, number> = {};
  for (const part of parts)
    for (const [what, count] of Object.entries(part.counts)) counts[what] = (counts[what] ?? 0) + count;
  return { wrong: parts.flatMap(({ wrong }) => wrong), counts };
}

/** Counts of accepted records that are missing. */
async function missingOf(db: Database, { accepted }: Recording, settled: boolean): Promise<Record<string, number>> {
  const { rows } = await db.query<Record<string, number>>(
    `select
       (select count(*)::int from unnest($1::uuid[]) as sent (id)
        where not exists (select from checkouts where checkout_id = sent.id)) as "checkouts answered 201 are missing",
       (select count(*)::int from unnest($2::uuid[]) as sent (id)
        where not exists (select from events where event_id = sent.id)) as "events answered 202 are missing",
       (select count(*)::int from unnest($3::uuid[]) as sent (id)
        where not exists (select from sandbox_payments where payment_id = sent.id and state = 'paid'))
         as "payments are not paid at the bank, which took the press",
       (select count(*)::int from unnest($3::uuid[]) as sent (id)
        where not exists (select from payments where payment_id = sent.id
          and (state = 'paid' or (not $4::boolean and poll_at is not null))))
         as "payments are paid at the bank, and nobody here knows or will ask",
       (select count(*)::int from payments p join orders o using (order_id)
        where p.state = 'paid' and o.status <> 'paid') as "orders of paid payments are not paid",
       (select count(*)::int from events e left join orders o using (order_id)
        where e.type in ('pix.generated', 'payment.confirmed')
          and not (e.type = 'pix.generated' and o.status = 'paid')
          and not exists (select from runs where event_id = e.event_id)) as "events have no run"`,
    [accepted.checkouts, accepted.events, accepted.paid, settled],
  );
  return rows[0]!;
}

/** Messages delivered more than once. The gateway does not deduplicate, so every call is a delivered message. */
function repeated({ calls }: Recording): string[] {
  const byKey = Map.groupBy(calls, ({ key }) => key);
  const byTouch = Map.groupBy(calls, (call) => `store ${call.store}, ${touchOf(call)}`);
  return [...byKey, ...byTouch]
    .filter(([, same]) => same.length > 1)
    .map(([what, same]) => `${what} was sent ${same.length} times`);
}

type Row = { key: string; state: string };

async function compareMessages(
  db: Database,
  { calls }: Recording,
  settled: boolean,
): Promise<{ wrong: string[]; unknown: number; messages: number }> {
  const { rows } = await db.query<Row>(
    `select run_id || ':' || message_key as key, state from messages
     union all select run_id || ':' || message_key, state from leased_messages`,
  );
  const ledger = new Map(rows.map(({ key, state }) => [key, state]));
  const called = new Set(calls.map(({ key }) => key));
  const wrong: string[] = [];
  for (const key of called) {
    const state = ledger.get(key);
    const known = state !== undefined && ['sent', 'delivered', 'unknown', ...(settled ? [] : ['sending'])];
    if (!known || !known.includes(state)) wrong.push(`${key} was sent, but is ${state}`);
  }
  for (const { key, state } of rows) {
    if (['sent', 'delivered'].includes(state) && !called.has(key)) wrong.push(`${key} is ${state}, but was not sent`);
    if (settled && ['queued', 'sending'].includes(state)) wrong.push(`${key} is ${state} in the end`);
    if (state === 'failed') wrong.push(`${key} failed`);
  }
  const unknown = rows.filter(({ state }) => state === 'unknown').length;
  return { wrong, unknown, messages: ledger.size };
}
