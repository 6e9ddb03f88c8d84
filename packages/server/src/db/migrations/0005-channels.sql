alter table connections
  -- what may not be seen: JSON, sealed under the server's secret (seal.ts)
  add credentials bytea,
  -- grows with every change of settings and credentials
  add revision int not null default 0,
  -- what is wrong although messages are taken: set and cleared by the comparison of sent and delivered
  add delivery_alert text check (char_length(delivery_alert) <= 200),
  -- the newest report of its provider about the connection: an older one does not undo a newer one
  add status_at timestamptz not null default '-infinity',
  -- a new number begins with so many messages a day, and may send more every day; null: it is not new
  add warm_up_daily_limit int check (warm_up_daily_limit between 1 and 100000),
  add warm_up_started_at timestamptz,
  -- the day that is counted, and what was sent on it
  add day date,
  add sent_today int not null default 0,
  add check ((warm_up_daily_limit is null) = (warm_up_started_at is null));

-- Statuses come for every message, listened to or not
drop index messages_provider;
create index messages_provider on messages (connection_id, provider_id) where provider_id is not null;
-- What was sent in the last hours; rows lie in about this order
create index messages_settled on messages using brin (settled_at) with (pages_per_range = 32, autosummarize = on);

-- Where the short links of SMS lead. A code is made of the message and the target, so that the same link is the same code.
create table short_links (
  code text collate "C" primary key check (code ~ '^[0-9A-Za-z]{10}$'),
  store_id uuid not null,
  connection_id uuid not null,
  run_id uuid not null,
  message text not null,
  target text not null check (char_length(target) <= 4000),
  created_at timestamptz not null
);
create index short_links_created on short_links (created_at);
create index short_links_run on short_links (run_id);

-- When someone last wrote to a connection: some may be written to freely only for a while after that
create table conversations (
  connection_id uuid not null,
  person bytea not null,
  last_inbound_at timestamptz not null,
  primary key (connection_id, person)
);

create index conversations_heard on conversations (last_inbound_at);

-- Reported statuses of messages whose outcome was not written yet, or that are not ours; looked at again for some minutes
create table unmatched_statuses (
  connection_id uuid not null,
  -- the provider's name of the message, or our key
  name text not null check (char_length(name) between 1 and 2000),
  status text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  reason text check (char_length(reason) <= 200),
  received_at timestamptz not null,
  primary key (connection_id, name, status)
);
create index unmatched_statuses_received on unmatched_statuses (received_at);

-- COM8: addresses that e-mail is not sent to; the person is the keyed hash of opt_outs
create table suppressions (
  store_id uuid not null,
  person bytea not null,
  reason text not null check (reason in ('bounce', 'bounces', 'complaint')),
  -- infinity: for ever
  until timestamptz not null,
  suppressed_at timestamptz not null,
  primary key (store_id, person)
);

-- What came back for now; too many in a week suppress the address for a while
create table bounces (
  connection_id uuid not null,
  bounce_id text not null check (char_length(bounce_id) between 1 and 300),
  store_id uuid not null,
  person bytea not null,
  at timestamptz not null,
  primary key (connection_id, bounce_id)
);
create index bounces_person on bounces (store_id, person, at);
create index bounces_at on bounces (at);

-- COM8: the one confirmation of an opt-out by reply; a later opt-out is confirmed again only after an opt-in
create table opt_out_confirmations (
  confirmation_id uuid primary key,
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  person bytea not null,
  connection_id uuid not null references connections,
  -- who wrote; null once it is settled
  recipient text check (char_length(recipient) between 1 and 500),
  state text not null default 'waiting' check (state in ('waiting', 'asked', 'sent', 'failed', 'unknown')),
  attempts smallint not null default 0,
  -- when it is tried, or taken to be lost with its worker; null once it is settled
  due_at timestamptz,
  unique (store_id, channel, person),
  check ((state in ('waiting', 'asked')) = (due_at is not null)),
  check ((due_at is null) = (recipient is null))
);
create index opt_out_confirmations_due on opt_out_confirmations (due_at) where due_at is not null;

-- RUN8: whether opens and clicks of machines count as a person's
alter table stores add count_bot_events boolean not null default false;
