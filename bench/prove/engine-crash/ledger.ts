// Compares the final database of the crash proof with the calls that the provider received.
import type { Database } from '../../../packages/server/src/base/postgres/pool.ts';
import type { FakeProvider } from './fake-provider.ts';
import { lease, paths } from './settings.ts';

/** Adds triggers that record which worker reserved each message and when, and when the message became unknown. */
export async function watchReservations(db: Database): Promise<void> {
  await db.query(`
    create table proof_notes (run_id uuid, message_key text, state text, worker text, at timestamptz, reserved_at timestamptz);
    create index on proof_notes (run_id, message_key);
    create function proof_note() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.lease_id is not distinct from old.lease_id and new.state = old.state then return null; end if;
      insert into proof_notes
      values (new.run_id, new.message_key, new.state, current_setting('retoma.worker', true), clock_timestamp(), new.reserved_at);
      return null;
    end $$;
    create trigger proof_note after update on messages
      for each row when (new.state in ('sending', 'unknown')) execute function proof_note();
    create trigger proof_note_new after insert on messages
      for each row when (new.state = 'unknown') execute function proof_note();
    create function proof_note_lease() returns trigger language plpgsql as $$
    begin
      insert into proof_notes
      select n.run_id, n.message_key, 'sending', current_setting('retoma.worker', true), clock_timestamp(), new.reserved_at
      from unnest(new.run_ids, new.message_keys) as n (run_id, message_key);
      return null;
    end $$;
    create trigger proof_note_lease after insert on message_leases
      for each row execute function proof_note_lease()`);
}

/** A kill of one worker, or of PostgreSQL (null). `at`: milliseconds of the machine's clock. */
export type Kill = { readonly worker: string | null; readonly at: number };

/** A message with an unknown outcome, and the kill that caused it; undefined: no kill did. */
export type Unknown = {
  readonly key: string;
  readonly called: number;
  /** The time from its reservation until it became unknown, in milliseconds of the machine's clock. */
  readonly lasted: number;
  /** From the beginning of the reserving transaction until it became unknown, in milliseconds of the flow's clock. */
  readonly held: number;
  readonly kill: Kill | undefined;
};

/** The ledger's row of a message. */
type Row = { key: string; channel: string; state: string; attempts: number };

/** What is wrong, as text; messages with an unknown outcome; and how many of those are explained by a late worker instead of a kill. */
export type Accounts = {
  readonly wrong: readonly string[];
  readonly unknown: readonly Unknown[];
  readonly late: number;
};

/** Compares the ledger with the provider. */
export async function settleAccounts(
  db: Database,
  { calls, sends }: FakeProvider,
  kills: readonly Kill[],
): Promise<Accounts> {
  const { rows } = await db.query<Row>(
    `select run_id || ':' || message_key as key, channel, state, attempts from messages`,
  );
  const ledger = new Map(rows.map((row) => [row.key, row]));
  const wrong: string[] = [];
  for (const [key, count] of sends) {
    const row = ledger.get(key);
    if (count > 1) wrong.push(`${key} was sent ${count} times`);
    if (row?.state !== 'sent' && row?.state !== 'unknown') wrong.push(`${key} was sent, but is ${row?.state}`);
  }
  for (const [key, count] of calls) {
    const { channel, attempts } = ledger.get(key) ?? { channel: '', attempts: 0 };
    if (count > attempts) wrong.push(`${key} was called ${count} times in ${attempts} attempts`);
    if (count > 1 && channel === 'sms' && (sends.get(key) ?? 0) > 1) wrong.push(`${key} was called after it was sent`);
  }
  for (const { key, channel, state, attempts } of rows) {
    if (!['sent', 'failed', 'unknown'].includes(state)) wrong.push(`${key} is ${state}`);
    if (state === 'sent' && !sends.has(key)) wrong.push(`${key} was not sent`);
    if (state === 'failed' && sends.has(key)) wrong.push(`${key} was sent, but failed`);
    // RUN13: a provider that deduplicates gets a message again once after a kill.
    if (state === 'unknown' && channel === 'whatsapp' && attempts < 2) wrong.push(`${key} was given up too soon`);
  }
  wrong.push(...(await wrongRuns(db, sends)));
  const unknown = await unknownMessages(db, calls, kills);
  const alone = unknown.filter(({ kill }) => !kill);
  // On a busy machine a whole lease may expire before a live worker is done (RUN13).
  const late = alone.filter(({ held }) => held >= lease.leaseMs);
  for (const { key, held } of alone.filter(({ held }) => held < lease.leaseMs)) {
    wrong.push(`${key} is unknown after ${held.toFixed(0)} ms of the flow, without a kill`);
  }
  return { wrong, unknown, late: late.length };
}

/** Checks that each run executed its flow once, whatever was refused or is unknown. */
async function wrongRuns(db: Database, sends: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await db.query<{ runId: string; status: string; messages: string[] }>(
    `select run_id as "runId", status, coalesce((
       select array_agg(message_key order by message_key) from messages m where m.run_id = r.run_id), '{}') as messages from runs r`,
  );
  const wrong: string[] = [];
  for (const { runId, status, messages } of rows) {
    const count = (path: string): number => messages.filter((message) => message.startsWith(`${path}#`)).length;
    const received = messages.filter(
      (message) => message.startsWith(paths.retried) && sends.has(`${runId}:${message}`),
    );
    if (status !== 'completed') wrong.push(`run ${runId} is ${status}`);
    const handled = count(paths.response) + count(paths.noReply);
    const counted = [count(paths.greeting), handled, count(paths.repeated), count(paths.farewell)].join(' ');
    if (counted !== '1 1 2 1' || count(paths.retried) < 1) wrong.push(`run ${runId} made ${messages.join(', ')}`);
    if (received.length > 1) wrong.push(`run ${runId} tried again what had been sent: ${received.join(', ')}`);
  }
  return wrong;
}

/** The unknown messages and their causes: a kill between the last reservation and the moment the message became unknown. */
async function unknownMessages(
  db: Database,
  calls: ReadonlyMap<string, number>,
  kills: readonly Kill[],
): Promise<Unknown[]> {
  const { rows } = await db.query<{ key: string; worker: string; from: number; until: number; held: number }>(
    `select m.run_id || ':' || m.message_key as key, reserved.worker,
       extract(epoch from m.settled_at - reserved.reserved_at)::float8 * 1000 as held,
       extract(epoch from reserved.at)::float8 * 1000 as from, extract(epoch from given_up.at)::float8 * 1000 as until
     from messages m
     cross join lateral (select worker, at, reserved_at from proof_notes n where n.run_id = m.run_id and n.message_key = m.message_key
       and n.state = 'sending' order by at desc limit 1) reserved
     cross join lateral (select at from proof_notes n where n.run_id = m.run_id and n.message_key = m.message_key
       and n.state = 'unknown' order by at desc limit 1) given_up
     where m.state = 'unknown'`,
  );
  return rows.map(({ key, worker, from, until, held }) => ({
    key,
    held,
    called: calls.get(key) ?? 0,
    lasted: until - from,
    kill: kills.find((kill) => (kill.worker ?? worker) === worker && kill.at >= from && kill.at <= until),
  }));
}
