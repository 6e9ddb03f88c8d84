// Statements that copy a run and its related rows. $1 and $2: the first and the last number, $3: the days between two copies, $4: the
// copied run. A copy's ids are made of its instant and its number; the product makes its ids of the instant too.

/** Functions that are created once in the database and dropped with it. */
export const functions = `
  create function copy_id(at timestamptz, kind text, i int) returns uuid language sql immutable parallel safe as $$
    select (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || i), 1, 3) || '8'
      || substr(md5(kind || i), 4, 15))::uuid $$;
  create function copy_customer(i int) returns json language sql immutable parallel safe as $$
    select json_build_object('name', (array['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fábio', 'Gabriela', 'Hugo'])[1 + i % 8] || ' Souza ' || i,
      'email', 'cliente' || i || '@exemplo.com.br', 'phone', '+55119' || lpad((80000000 + i)::text, 8, '0')) $$`;

const numbers = `select i, to_timestamp($6) - ($5 - i) * $3::float8 * interval '1 day' as at from generate_series($1::int, $2::int) i`;
/** A hundred runs are due at the same second, from a day ahead on. */
const due = `(to_timestamp($6) + interval '1 day' + (c.i / 100) * interval '1 second')`;
const isOver = 'c.i % 20 = 0';

/**
 * Inserts orders, events, runs, timers, messages, checkouts and shoppers, in this order. $5: the last number, $6: the second at which the
 * last run began.
 */
export const copies: readonly string[] = [
  `insert into orders (order_id, store_id, external_id, number, status, raw_status, status_at, payment_method, total_cents, customer,
     payment, paid_at, created_at, updated_at)
   select copy_id(c.at, 'order', c.i), o.store_id, 'L' || c.i, (1000000 + c.i)::text,
     case when c.i % 5 = 0 then 'paid' when c.i % 997 = 0 then 'failed' else 'pending' end, o.raw_status, c.at, o.payment_method,
     5000 + c.i % 40000, copy_customer(c.i), o.payment, case when c.i % 5 = 0 then c.at + interval '1 hour' end, c.at, c.at
   from (${numbers}) c, runs r join events e on e.event_id = r.event_id join orders o on o.order_id = e.order_id where r.run_id = $4`,
  `insert into events (event_id, store_id, type, external_id, subject, order_id, occurred_at, recorded_at, data)
   select copy_id(c.at, 'event', c.i), e.store_id, e.type, 'L' || c.i, 'copy ' || c.i, copy_id(c.at, 'order', c.i), c.at, c.at,
     (e.data::jsonb || jsonb_build_object('customer', copy_customer(c.i)))::json
   from (${numbers}) c, runs r join events e on e.event_id = r.event_id where r.run_id = $4`,
  `insert into runs (run_id, store_id, automation_id, version, event_id, status, reason, state, wake_at, revision, timeline, started_at,
     finished_at)
   select copy_id(c.at, 'run', c.i), r.store_id, r.automation_id, r.version, copy_id(c.at, 'event', c.i),
     case when not ${isOver} then 'waiting' when c.i % 1000 = 0 then 'failed' else 'completed' end,
     case when c.i % 1000 = 0 then 'DEFECT' end, replace(r.state, (extract(epoch from r.wake_at) * 1000)::bigint::text,
       (extract(epoch from ${due}) * 1000)::bigint::text), case when not ${isOver} then ${due} end, r.revision, r.timeline, c.at,
     case when ${isOver} then c.at + interval '1 hour' end
   from (${numbers}) c, runs r where r.run_id = $4`,
  `insert into run_timers (store_id, due_at, run_ids)
   select r.store_id, ${due}, array_agg(copy_id(c.at, 'run', c.i)) from (${numbers}) c, runs r
   where r.run_id = $4 and not ${isOver} group by 1, 2`,
  `insert into messages (run_id, message_key, store_id, channel, connection_id, state, reason, recipient, content, due_at, attempts,
     provider_message_id, reserved_at, settled_at)
   select copy_id(c.at, 'run', c.i), m.message_key, m.store_id, m.channel, m.connection_id,
     case when c.i % 211 = 0 then 'failed' when c.i % 3 = 0 then 'read' else 'delivered' end,
     case when c.i % 211 = 0 then 'NO_SUCH_NUMBER' end, '+55119' || lpad((80000000 + c.i)::text, 8, '0'), m.content, c.at + n * interval '1 second',
     1, 'copy-' || c.i || m.message_key, c.at, c.at + interval '2 minutes'
   from (${numbers}) c cross join (select m.*, row_number() over (order by due_at) as n from messages m where run_id = $4) m`,
  `insert into checkouts (checkout_id, store_id, cart_token, state, subtotal_cents, discount_cents, total_cents, signed, request, created_at,
     captured_at, abandoned_at, email_key, phone_key)
   select copy_id(c.at, 'checkout', c.i), r.store_id, 'copy' || c.i, case when c.i % 2 = 0 then 'abandoned' else 'expired' end, 9980, 0, 9980, false,
     json_build_object('cart', json_build_object('items', json_build_array(json_build_object('title', 'Camiseta', 'quantity', 2, 'unitPrice', 4990))),
       'customer', copy_customer(c.i))::text, c.at, case when c.i % 8 = 0 then c.at end,
     case when c.i % 8 = 0 and c.i % 2 = 0 then c.at end, case when c.i % 8 = 0 then lower(copy_customer(c.i)->>'email') end,
     case when c.i % 8 = 0 then phone_key(copy_customer(c.i)->>'phone') end
   from (${numbers}) c, runs r where r.run_id = $4 and c.i % 4 = 0`,
  `insert into shoppers (checkout_id, store_id, customer, active_at)
   select copy_id(c.at, 'checkout', c.i), r.store_id, copy_customer(c.i), c.at
   from (${numbers}) c, runs r where r.run_id = $4 and c.i % 8 = 0`,
];

/** Inserts runs of orders of their own, due 20 ms apart. $1: how many, $2: the first instant in milliseconds, $3: the copied run, $4: part of the ids. */
export const dueRuns = `
  with due as (select i, copy_id(now(), $4, i) as id, $2::bigint + i * 20 as until from generate_series(1, $1::int) i),
    bought as (
      insert into orders (order_id, store_id, external_id, number, status, raw_status, status_at, payment_method, total_cents, customer,
        payment, created_at, updated_at)
      select copy_id(now(), $4 || '-order', due.i), o.store_id, $4 || due.i, $4 || due.i, o.status, o.raw_status, o.status_at,
        o.payment_method, o.total_cents, o.customer, o.payment, now(), now()
      from due, runs r join events e on e.event_id = r.event_id join orders o on o.order_id = e.order_id where r.run_id = $3),
    reported as (
      insert into events (event_id, store_id, type, subject, order_id, occurred_at, data)
      select due.id, e.store_id, e.type, $4 || due.i, copy_id(now(), $4 || '-order', due.i), now(), e.data
      from due, runs r join events e on e.event_id = r.event_id where r.run_id = $3),
    timed as (
      insert into run_timers (store_id, due_at, run_ids)
      select r.store_id, to_timestamp(due.until / 1000.0), array[due.id] from due, runs r where r.run_id = $3)
  insert into runs (run_id, store_id, automation_id, version, event_id, status, state, wake_at, revision, timeline, started_at)
  select due.id, r.store_id, r.automation_id, r.version, due.id, 'waiting',
    replace(r.state, (extract(epoch from r.wake_at) * 1000)::bigint::text, due.until::text), to_timestamp(due.until / 1000.0), r.revision,
    r.timeline, now()
  from due, runs r where r.run_id = $3 returning run_id as "runId"`;
