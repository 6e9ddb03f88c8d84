// The delivery of messages. Instants in milliseconds since 1970.
//
// INV1. An endpoint is leased by one worker, whose lease every statement here checks or extends: a worker that lost it takes no message.
// INV2. A message is offered only if its subject has no earlier one that waits. One that does wait is due when the earlier one is, so that
//     an offer does not meet it again and again.
// INV3. An outcome is recorded only for a message that still waits: a cancellation, or the outcome of another worker, wins.
import type { Queryable } from '../../../../base/postgres/pool.ts';
import { queryOne, queryRows } from '../../../../base/postgres/query.ts';
import { execute } from '../../../../base/postgres/query.ts';
import type { Outcome } from '../outcome.ts';

/** An endpoint that a worker has leased. */
export type LeasedEndpoint = {
  readonly endpointId: string;
  /** The failures in a row that let it rest (WHK5). */
  readonly failures: number;
};

const fromMs = (parameter: string): string => `to_timestamp(${parameter} / 1000.0)`;

/**
 * Leases up to `limit` endpoints with due messages that no other worker has and that do not rest, the longest due first. Endpoints are found
 * along the index of waiting messages, one step for each.
 */
export const webhookEndpointLease = (
  db: Queryable,
  { lease, now, until, limit }: { lease: string; now: number; until: number; limit: number },
): Promise<LeasedEndpoint[]> =>
  queryRows(db, {
    name: 'webhook-endpoint-lease',
    text: `
      with recursive waiting as (
        (select endpoint_id from webhook_messages where state = 'pending' order by endpoint_id limit 1)
        union all
        select (select m.endpoint_id from webhook_messages m where m.state = 'pending' and m.endpoint_id > w.endpoint_id
                order by m.endpoint_id limit 1)
        from waiting w where w.endpoint_id is not null),
      due as materialized (
        select w.endpoint_id, first.next_attempt_at from waiting w
        cross join lateral (
          select m.next_attempt_at from webhook_messages m where m.endpoint_id = w.endpoint_id and m.state = 'pending'
          order by m.next_attempt_at limit 1) first
        where first.next_attempt_at <= ${fromMs('$1')}),
      free as (
        select e.endpoint_id from due join webhook_endpoints e using (endpoint_id) join stores s using (store_id)
        where e.state = 'enabled' and (e.leased_until is null or e.leased_until <= ${fromMs('$1')})
          and (e.resume_at is null or e.resume_at <= ${fromMs('$1')}) and s.deleted_at is null
        order by due.next_attempt_at limit $4 for update of e skip locked)
      update webhook_endpoints e set lease = $2, leased_until = ${fromMs('$3')} from free where e.endpoint_id = free.endpoint_id
      returning e.endpoint_id as "endpointId", e.failures`,
    values: [now, lease, until, limit],
  });

/** A message to be delivered. `attempts`: how many were made. */
export type DueMessage = { readonly messageId: string; readonly body: string; readonly attempts: number };

/** What a worker gets. `lost`: the lease is another's, or the endpoint is not enabled any more; `postponed`: messages whose turn is later. */
export type Offer = {
  readonly lost: boolean;
  readonly url: string;
  /** Sealed; the newest first. */
  readonly secrets: readonly Buffer[];
  readonly messages: readonly DueMessage[];
  readonly postponed: number;
};

/** How many due messages are looked at for one offer. */
const looked = 100;

/** Extends the lease of an endpoint, and offers up to `limit` due messages. `held`: the messages that the worker has. */
export async function webhookMessageOffer(
  db: Queryable,
  {
    endpointId,
    lease,
    now,
    until,
    held,
    limit,
  }: {
    endpointId: string;
    lease: string;
    now: number;
    until: number;
    held: readonly string[];
    limit: number;
  },
): Promise<Offer> {
  const { url, secret, previous, ...offer } = await queryOne<
    Omit<Offer, 'secrets' | 'url'> & { url: string | null; secret: Buffer | null; previous: Buffer | null }
  >(db, {
    name: 'webhook-message-offer',
    text: `
      with mine as (
        update webhook_endpoints set leased_until = ${fromMs('$4')} where endpoint_id = $1 and lease = $2 and state = 'enabled'
        returning url, secret, case when previous_until > ${fromMs('$3')} then previous_secret end as previous),
      due as materialized (
        select m.message_id, m.subject, m.seq, m.attempts, m.next_attempt_at from webhook_messages m
        where m.endpoint_id = $1 and m.state = 'pending' and m.next_attempt_at <= ${fromMs('$3')} and exists (select from mine)
        order by m.next_attempt_at, m.seq limit ${looked}),
      ranked as materialized (
        select d.*, (select e.next_attempt_at from webhook_messages e
          where e.subject = d.subject and e.endpoint_id = $1 and e.seq < d.seq and e.state = 'pending'
          order by e.seq limit 1) as after
        from due d),
      postponed as (
        update webhook_messages m set next_attempt_at = r.after from ranked r
        where m.endpoint_id = $1 and m.message_id = r.message_id and m.state = 'pending' and r.after > ${fromMs('$3')}
        returning 1),
      offered as (
        select m.message_id, m.body, r.attempts, r.next_attempt_at, r.seq from ranked r
        join webhook_messages m on m.endpoint_id = $1 and m.message_id = r.message_id
        where r.after is null and r.message_id <> all ($5::uuid[])
        order by r.next_attempt_at, r.seq limit $6)
      select not exists (select from mine) as lost, (select url from mine) as url, (select secret from mine) as secret,
        (select previous from mine) as previous, (select count(*)::int from postponed) as postponed,
        coalesce((select json_agg(json_build_object('messageId', message_id, 'body', body, 'attempts', attempts)
          order by next_attempt_at, seq) from offered), '[]') as messages`,
    values: [endpointId, lease, now, until, held, limit],
  });
  return { ...offer, url: url ?? '', secrets: [secret, previous].filter((one) => one !== null) };
}

/** The outcome of a message. */
export type MessageOutcome = Outcome & { readonly messageId: string };

/** What the outcomes mean for their endpoint. `isWorking`: the last one was a success. */
export type EndpointHealth = {
  readonly lastSuccessAt: number | null;
  readonly failingSince: number | null;
  readonly lastError: string | null;
  readonly failures: number;
  readonly resumeAt: number | null;
  readonly hasGivenUp: boolean;
};

/**
 * Writes outcomes with their attempts, and the health of the endpoint. The next message of a subject whose message ended is due now. Returns
 * whether the endpoint has been failing for so long that it is disabled (WHK6). `disableMs`: since when it must have had no success.
 */
export async function webhookOutcomeRecord(
  db: Queryable,
  endpointId: string,
  outcomes: readonly MessageOutcome[],
  health: EndpointHealth,
  { now, disableMs }: { now: number; disableMs: number },
): Promise<boolean> {
  const { isFailing } = await queryOne<{ isFailing: boolean }>(db, {
    name: 'webhook-outcome-record',
    text: `
      with given as materialized (
        select * from unnest($2::uuid[], $3::float8[], $4::int[], $5::smallint[], $6::text[], $7::text[], $8::text[], $9::float8[])
          as g (message_id, at, duration_ms, status, response, error, state, next_attempt_at)),
      logged as (
        insert into webhook_attempts (endpoint_id, message_id, at, duration_ms, status, response, error)
        select $1, g.message_id, ${fromMs('g.at')}, g.duration_ms, g.status, g.response, g.error from given g
        where exists (select from webhook_messages m where m.endpoint_id = $1 and m.message_id = g.message_id)
        on conflict do nothing),
      settled as (
        update webhook_messages m set state = g.state, attempts = m.attempts + 1, next_attempt_at = ${fromMs('g.next_attempt_at')},
          settled_at = case when g.state <> 'pending' then ${fromMs('$10')} end
        from given g where m.endpoint_id = $1 and m.message_id = g.message_id and m.state = 'pending'
        returning m.message_id, m.subject, m.seq, m.state),
      released as (
        update webhook_messages n set next_attempt_at = ${fromMs('$10')} from settled s
        where s.state <> 'pending' and n.endpoint_id = $1 and n.subject = s.subject and n.seq > s.seq and n.state = 'pending'
          and n.attempts = 0 and n.next_attempt_at > ${fromMs('$10')}
          and n.message_id not in (select message_id from given))
      update webhook_endpoints e set last_success_at = greatest(last_success_at, ${fromMs('$11')}),
        failing_since = case when $12::float8 is null then null when $11::float8 is null then coalesce(failing_since, ${fromMs('$12')})
          else ${fromMs('$12')} end,
        last_error = $13, failures = $14, resume_at = ${fromMs('$15')},
        given_up_at = case when $16 then ${fromMs('$10')} when $11::float8 is not null then null else given_up_at end
      where endpoint_id = $1
      returning (given_up_at is not null and greatest(last_success_at, state_at) <= ${fromMs('$17')}) as "isFailing"`,
    values: [
      endpointId,
      outcomes.map(({ messageId }) => messageId),
      outcomes.map(({ at }) => at),
      outcomes.map(({ durationMs }) => durationMs),
      outcomes.map(({ status }) => status),
      outcomes.map(({ response }) => response),
      outcomes.map(({ error }) => error),
      outcomes.map(({ state }) => state),
      outcomes.map(({ nextAttemptAt }) => nextAttemptAt),
      now,
      health.lastSuccessAt,
      health.failingSince,
      health.lastError,
      health.failures,
      health.resumeAt,
      health.hasGivenUp,
      now - disableMs,
    ],
  });
  return isFailing;
}

/** Ends a lease, unless another worker has the endpoint by now. */
export const webhookEndpointRelease = (db: Queryable, endpointId: string, lease: string): Promise<void> =>
  execute(db, {
    name: 'webhook-endpoint-release',
    text: 'update webhook_endpoints set lease = null, leased_until = null where endpoint_id = $1 and lease = $2',
    values: [endpointId, lease],
  });
