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
  -- the interpreter's state (packages/flow) as JSON, which no statement reads; null: not begun
  state text,
  -- when it is due; run_timers has it to be searched
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
  constraint runs_live_is_unfinished check ((status in ('waiting', 'running')) = (finished_at is null)),
  constraint runs_finished_is_not_due check (wake_at is null or finished_at is null)
)
-- No column that a running run changes is indexed, so that its updates stay on their page (HOT).
with (fillfactor = 40);
create index runs_automation on runs (automation_id, run_id);

-- When runs are due. A run has at most one timer, written only under the lock of the run's row; those of one store and one
-- instant that a transaction sets share a row, which is empty once each of its runs was moved by something else.
create table run_timers (
  store_id uuid not null,
  -- infinity: held
  due_at timestamptz not null,
  run_ids uuid[] not null,
  timer_id bigint generated always as identity,
  primary key (store_id, due_at, timer_id)
);
create index run_timers_due on run_timers (due_at);

-- RUN15: the older entries of a long timeline. Runs of a month share a partition (base/postgres/timeline-partitions.ts), which is dropped with them.
create table run_timeline_segments (
  run_id uuid not null,
  segment int not null,
  entries text not null,
  primary key (run_id, segment)
) partition by range (run_id);

-- CHK25: the service's role owns no table. Of what only an owner may do it needs these two, for partitions of run_timeline_segments alone.
create function make_timeline_partition(name text, lowest uuid, beyond uuid) returns void
  language plpgsql security definer set search_path from current as $$
begin
  if name is null or name !~ '^run_timeline_segments_(before|[0-9]{4}_[0-9]{2})$' then
    raise exception 'not a partition of run_timeline_segments: %', name using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(hashtext('retoma months'));
  execute format('create table %I (like run_timeline_segments including all)', name);
  execute format('alter table run_timeline_segments attach partition %I for values from (%L) to (%L)', name, lowest, beyond);
end $$;

create function drop_timeline_partition(name text) returns void
  language plpgsql security definer set search_path from current set lock_timeout = '1s' as $$
begin
  if exists (select from pg_inherits where inhparent = 'run_timeline_segments'::regclass
             and inhrelid = to_regclass(format('%I', name))) then
    execute format('drop table if exists %I', name);
  end if;
end $$;
revoke execute on function make_timeline_partition, drop_timeline_partition from public;

-- Inputs of runs: replies, opens, clicks, and operations of people
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

-- Runs that were started and runs that finished, counted as it happened: each row adds to the sum (runs/counter)
create table run_counters (
  automation_id uuid not null,
  store_id uuid not null,
  outcome text not null check (outcome in ('entered', 'completed', 'ended', 'cancelled', 'failed')),
  reason text,
  -- below zero: a finished run was retried
  count int not null,
  counter_id bigint generated always as identity,
  primary key (automation_id, counter_id)
);

-- RUN18: when an order or a contact last entered an automation that limits it
create table reentry_keys (
  automation_id uuid not null,
  key bytea not null,
  run_id uuid not null,
  admitted_at timestamptz not null,
  primary key (automation_id, key)
);

-- An operation that a person requested on one run or on many: the work left, and the record of it
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
  -- the last run that was processed
  cursor uuid,
  applied_count int not null default 0,
  rejected_count int not null default 0,
  finished_at timestamptz,
  -- a person stopped it: the runs after the cursor are left as they are
  stopped_at timestamptz,
  constraint run_operations_automation_or_runs check ((automation_id is null) <> (run_ids is null)),
  constraint run_operations_retry_has_step check ((kind = 'retry') = (step is not null)),
  constraint run_operations_stopped_is_finished check (stopped_at is null or finished_at is not null)
);
create index run_operations_open on run_operations (requested_at) where finished_at is null;

create table run_operation_results (
  run_id uuid not null,
  operation_id uuid not null references run_operations,
  at timestamptz not null,
  outcome text not null check (outcome in ('applied', 'rejected')),
  primary key (run_id, operation_id)
);
create index run_operation_results_operation on run_operation_results (operation_id);

-- How far retention has come through a big table, in the order of its ids, which is that of time (app/jobs/sweep.ts)
create table retention_cursors (
  name text primary key check (char_length(name) <= 50),
  -- the last id that was visited; null: the next pass has not begun
  cursor uuid,
  -- when the next pass begins
  due_at timestamptz not null default '-infinity'
);
