-- What a store may set of how its runs behave
alter table stores
  -- RUN8: minutes after a message at which no one is expected to reply any more
  add no_reply_minutes int not null default 1440 check (no_reply_minutes between 1 and 10080),
  -- RUN17: minutes by which a send may be late and is still made
  add late_minutes int not null default 1440 check (late_minutes between 1 and 10080);

-- RUN16: what becomes of the runs that wait while the automation is switched off: held until it is on again, or finished
alter table automations add waiting_runs text not null default 'hold' check (waiting_runs in ('hold', 'finish'));
-- RUN18: which events end a run of this version; a copy of what the definition says, to be searched
alter table automation_versions add stop_on text[] not null default '{}';

-- COM2, COM4: the truth about a purchase. Not a foreign key to the store, for the reason given at checkouts.
create table orders (
  order_id uuid primary key,
  store_id uuid not null,
  -- the order in the store's own system; null where it was made on our payment page
  external_id text check (char_length(external_id) between 1 and 200),
  checkout_id uuid,
  number text check (char_length(number) between 1 and 100),
  status text not null check (status in ('pending', 'processing', 'paid', 'failed', 'cancelled')),
  -- what the store's own system calls it
  raw_status text check (char_length(raw_status) <= 100),
  -- when the report of this state happened: an older report does not undo a newer one
  status_at timestamptz not null,
  payment_method text check (char_length(payment_method) between 1 and 50),
  currency text not null default 'BRL' check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents bigint check (subtotal_cents >= 0),
  discount_cents bigint check (discount_cents >= 0),
  shipping_cents bigint check (shipping_cents >= 0),
  total_cents bigint check (total_cents >= 0),
  -- COM7a: what a person or the store's own system takes for the whole; null: neither decided
  accepted_cents bigint check (accepted_cents >= 0),
  -- COM7a: the total that the store's own system gave last; null: it gave none
  reported_total_cents bigint check (reported_total_cents >= 0),
  -- CHK11: whether a server vouched for the prices; null: it came from no checkout of ours
  signed boolean,
  customer json,
  items json,
  shipping json,
  -- what belongs to the way of paying: the PIX code, the boleto, the card
  payment json,
  tracking json,
  -- COM7: the money came after the PIX had expired, or after a cancellation
  paid_late boolean not null default false,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status <> 'paid' or paid_at is not null)
);
create unique index orders_external on orders (store_id, external_id) where external_id is not null;
create index orders_checkout on orders (checkout_id) where checkout_id is not null;

-- COM6: what happened, written with the change it reports. Rows never change.
create table events (
  event_id uuid primary key,
  store_id uuid not null,
  type text not null check (type in (
    'pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated',
    'cart.abandoned', 'lead.created', 'tracking_code_updated')),
  -- the id in the envelope of a store's own system; null for what happened here
  external_id text check (char_length(external_id) between 1 and 200),
  -- what happened, apart from how often it was reported: the same twice is one event
  subject text check (char_length(subject) between 1 and 400),
  order_id uuid,
  checkout_id uuid,
  occurred_at timestamptz not null,
  -- not the start of the transaction: of two events of one order, the one that waited for the other's lock is the later
  recorded_at timestamptz not null default clock_timestamp(),
  data json not null
);
create unique index events_external on events (store_id, external_id) where external_id is not null;
create unique index events_subject on events (store_id, type, subject) where subject is not null;
create index events_order on events (order_id) where order_id is not null;
create index events_checkout on events (checkout_id) where checkout_id is not null;

-- The events that no worker has looked at yet. By store first, so that each store's share can be taken.
create table event_queue (
  store_id uuid not null,
  event_id uuid not null,
  -- those after it that were reported at once with it
  more uuid[] not null default '{}',
  primary key (store_id, event_id)
);

-- RUN12: one version of one automation for one event
create table runs (
  run_id uuid primary key,
  store_id uuid not null,
  automation_id uuid not null,
  version int not null,
  event_id uuid not null,
  status text not null check (status in ('waiting', 'running', 'completed', 'ended', 'cancelled', 'failed')),
  -- why it was ended, cancelled or failed
  reason text check (char_length(reason) <= 200),
  -- the interpreter's state (packages/flow) as JSON, which no one looks into here; null: not begun
  state text,
  -- when it wants to be woken; run_timers has it to be searched
  wake_at timestamptz,
  -- RUN16: its automation is paused, and something was due
  held boolean not null default false,
  -- grows with every change, so that a reader without a lock detects a change
  revision int not null default 0,
  -- RUN15: the newest entries, as runs/timeline.ts writes them; the older ones are in run_timeline_segments
  timeline text not null default '',
  started_at timestamptz not null,
  finished_at timestamptz,
  -- RUN13: an event starts at most one run of an automation
  constraint runs_one_per_event unique (event_id, automation_id),
  check ((status in ('waiting', 'running')) = (finished_at is null)),
  check (wake_at is null or finished_at is null)
)
-- No column that a running run changes is indexed, so that its updates stay on their page (HOT).
with (fillfactor = 40);
create index runs_automation on runs (automation_id, run_id);

-- When runs must be looked at. A run has at most one timer, written only under the lock of the run's row; those of one store and one
-- instant that a transaction sets share a row, which is empty once each of its runs was moved by something else.
create table run_timers (
  store_id uuid not null,
  -- infinity: held
  due_at timestamptz not null,
  run_ids uuid[] not null
);
create index run_timers_due on run_timers (due_at);
create index run_timers_store on run_timers (store_id, due_at);

-- RUN15: entries of a timeline that grew long. Runs of a month share a partition (db/timeline-partitions.ts), which goes when they are gone.
create table run_timeline_segments (
  run_id uuid not null,
  segment int not null,
  entries text not null,
  primary key (run_id, segment)
) partition by range (run_id);

-- CHK25: the service's role owns no table. Of what an owner alone may do it needs these two, for partitions of run_timeline_segments and nothing else.
create function make_timeline_partition(name text, lowest uuid, beyond uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if name is null or name !~ '^run_timeline_segments_(before|[0-9]{4}_[0-9]{2})$' then
    raise exception 'not a partition of run_timeline_segments: %', name using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('retoma months'));
  execute format('create table public.%I (like public.run_timeline_segments including all)', name);
  execute format('alter table public.run_timeline_segments attach partition public.%I for values from (%L) to (%L)', name, lowest, beyond);
end $$;

create function drop_timeline_partition(name text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' as $$
begin
  if exists (select from pg_inherits where inhparent = 'public.run_timeline_segments'::regclass
             and inhrelid = to_regclass(format('public.%I', name))) then
    execute format('drop table if exists public.%I', name);
  end if;
end $$;
revoke execute on function make_timeline_partition, drop_timeline_partition from public;

-- RUN13: the ledger; run, step and pass are a message's key. Before its provider is called a message is here, or in message_leases.
create table messages (
  run_id uuid not null,
  -- `<path of the step>#<pass>`, compared as bytes
  message text collate "C" not null check (message <> ''),
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  connection_id uuid not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped')),
  -- why it failed, was skipped, or waits
  reason text check (char_length(reason) <= 200),
  recipient text,
  -- the step's data, rendered when it was reserved: JSON, which we write and no one looks into here
  content text,
  -- RUN17: when it should have been sent
  due_at timestamptz not null,
  -- the conditions that led to it, looked at again if it has to wait (numbers: step, way, step, way …)
  guards smallint[],
  attempts smallint not null default 0,
  -- queued: when to reserve it; sending: when its lease is over
  next_at timestamptz,
  -- RUN13: its holder; an outcome of another worker is refused
  lease uuid,
  -- the person, where replies, opens or clicks of it are listened for (runs/person.ts)
  person bytea,
  provider_id text check (char_length(provider_id) <= 300),
  reserved_at timestamptz,
  settled_at timestamptz,
  primary key (run_id, message),
  check ((state in ('queued', 'sending')) = (next_at is not null)),
  -- unknown: its last holder may still report the outcome
  check (state <> 'sending' or lease is not null),
  check (lease is null or state in ('sending', 'unknown'))
);
create index messages_pending on messages (connection_id, next_at) where next_at is not null;
-- what an inbound message may be the answer to
create index messages_provider on messages (connection_id, provider_id) where person is not null and provider_id is not null;
create index messages_person on messages (connection_id, person, settled_at) where person is not null;

-- RUN13: messages that a worker sends for the first time: one row for all those of one transaction, so that each is written down once
-- before its provider is called and once, in `messages`, with what became of it. Deleting the row requires writing the rest.
create table message_leases (
  lease uuid primary key,
  -- when others may take it over
  until timestamptz not null,
  reserved_at timestamptz not null,
  -- arrays of one length, an element for each message; milliseconds
  run_ids uuid[] not null,
  messages text[] not null,
  connection_ids uuid[] not null,
  recipients text[] not null,
  contents text[] not null,
  due_at float8[] not null,
  -- these two are empty where they would hold nothing but nulls
  guards text[] not null,
  people bytea[] not null
);
-- To compress what lives for a second costs more than to write it.
alter table message_leases alter run_ids set storage external, alter messages set storage external,
  alter connection_ids set storage external, alter recipients set storage external, alter contents set storage external,
  alter due_at set storage external, alter guards set storage external, alter people set storage external;

-- What moves a run from outside: replies, opens, clicks, and what a person asks for
create table run_inputs (
  store_id uuid not null,
  input_id uuid not null,
  run_id uuid not null,
  input json not null,
  received_at timestamptz not null,
  -- RUN16: its run's automation is paused
  held boolean not null default false,
  primary key (store_id, input_id)
);
create index run_inputs_run on run_inputs (run_id);

-- An inbound message is taken once, however often its provider reports it
create table inbound_messages (
  connection_id uuid not null,
  inbound_id text not null check (char_length(inbound_id) between 1 and 300),
  store_id uuid not null,
  kind text not null check (kind in ('reply', 'open', 'click')),
  -- null: it answers nothing that anyone listens for
  run_id uuid,
  message text,
  received_at timestamptz not null,
  primary key (connection_id, inbound_id)
);
-- Retention; rows of this table never change.
create index inbound_messages_received on inbound_messages (received_at);

-- Runs that began and runs that were over, counted as it happened: each row adds to the sum (runs/counter)
create table run_counters (
  automation_id uuid not null,
  store_id uuid not null,
  outcome text not null check (outcome in ('entered', 'completed', 'ended', 'cancelled', 'failed')),
  reason text,
  -- below zero: a run that was over was taken up again
  count int not null
);
create index run_counters_automation on run_counters (automation_id);

-- RUN18: when an order or a person last entered an automation that limits it
create table reentry_keys (
  automation_id uuid not null,
  subject bytea not null,
  run_id uuid not null,
  admitted_at timestamptz not null,
  primary key (automation_id, subject)
);

-- What a person asked to be done to one run or to many: the work left, and the record of it
create table run_operations (
  operation_id uuid primary key,
  store_id uuid not null,
  kind text not null check (kind in ('cancel', 'retry', 'skip', 'release')),
  -- either these runs, or all live ones of the automation
  automation_id uuid,
  run_ids uuid[],
  -- retry: the path of the step
  step text,
  reason text check (char_length(reason) <= 200),
  requested_by text not null check (char_length(requested_by) between 1 and 200),
  requested_at timestamptz not null default now(),
  -- the last run that was dealt with
  reached uuid,
  done int not null default 0,
  refused int not null default 0,
  finished_at timestamptz,
  check ((automation_id is null) <> (run_ids is null)),
  check ((kind = 'retry') = (step is not null))
);
create index run_operations_open on run_operations (requested_at) where finished_at is null;

create table run_operation_results (
  run_id uuid not null,
  operation_id uuid not null references run_operations,
  at timestamptz not null,
  outcome text not null check (outcome in ('done', 'refused')),
  primary key (run_id, operation_id)
);
create index run_operation_results_operation on run_operation_results (operation_id);

-- How far retention has come through a big table, in the order of its ids, which is that of time (jobs/sweep.ts)
create table retention_cursors (
  name text primary key check (char_length(name) <= 50),
  -- the last id that was visited; null: the next pass has not begun
  reached uuid,
  -- when the next pass begins
  due_at timestamptz not null default '-infinity'
);

-- A store's way to a channel's provider
create table connections (
  connection_id uuid primary key,
  store_id uuid not null references stores,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  provider text not null check (char_length(provider) between 1 and 50),
  name text not null check (char_length(name) between 1 and 100),
  active boolean not null default true,
  settings json not null default '{}',
  -- the most messages in a minute; null: as many as it takes
  per_minute int check (per_minute between 1 and 600000),
  -- with per_minute: when the next message may go
  next_slot_at timestamptz not null default '-infinity',
  -- failures in a row, and until when nothing is sent because of them
  failures int not null default 0,
  circuit_open_until timestamptz not null default '-infinity',
  -- why the owner must look at it
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now()
);
create unique index connections_one_active on connections (store_id, channel) where active;

-- COM8: who wants nothing more on a channel; a keyed hash, so that it outlives the person's data
create table opt_outs (
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  person bytea not null,
  source text not null check (char_length(source) between 1 and 50),
  opted_out_at timestamptz not null default now(),
  primary key (store_id, channel, person)
);

-- What the sandbox connections delivered
create table sandbox_messages (
  store_id uuid not null,
  idempotency_key text not null,
  channel text not null,
  recipient text not null,
  content json not null,
  received_at timestamptz not null default now(),
  primary key (store_id, idempotency_key)
);
create index sandbox_messages_received on sandbox_messages (store_id, received_at);

-- The messages under a lease of which no one has written down what became of them, as rows of `messages`
create view leased_messages as
select n.run_id, n.message collate "C" as message, c.store_id, c.channel, n.connection_id, 'sending' as state, null::text as reason,
  n.recipient, n.content, to_timestamp(n.due_at / 1000) as due_at, n.guards::smallint[] as guards,
  1::smallint as attempts, l.until as next_at, l.lease, n.person, l.reserved_at,
  -- to look into no lease for nothing
  l.run_ids as lease_runs, l.people as lease_people
from message_leases l
cross join lateral unnest(l.run_ids, l.messages, l.connection_ids, l.recipients, l.contents, l.due_at, l.guards, l.people)
  as n (run_id, message, connection_id, recipient, content, due_at, guards, person)
join connections c on c.connection_id = n.connection_id
where not exists (select from messages m where m.run_id = n.run_id and m.message = n.message collate "C");
