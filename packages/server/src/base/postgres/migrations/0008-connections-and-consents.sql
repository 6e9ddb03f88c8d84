-- A store's connection to a channel's provider
create table connections (
  connection_id uuid primary key,
  store_id uuid not null references stores,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  provider text not null check (char_length(provider) between 1 and 50),
  name text not null check (char_length(name) between 1 and 100),
  active boolean not null default true,
  settings json not null default '{}',
  -- the most messages in a minute; null: no limit of ours
  per_minute int check (per_minute between 1 and 600000),
  -- with per_minute: when the next message may go
  next_slot_at timestamptz not null default '-infinity',
  -- failures in a row, and until when nothing is sent because of them
  failures int not null default 0,
  circuit_open_until timestamptz not null default '-infinity',
  -- why the owner must look at it
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  -- the secret settings: JSON, sealed under the server's secret (seal.ts)
  credentials bytea,
  -- grows with every change of settings and credentials
  revision int not null default 0,
  -- what is wrong although messages are accepted: set and cleared by the comparison of sent and delivered
  delivery_alert text check (char_length(delivery_alert) <= 200),
  -- the newest report of its provider about the connection: an older one does not undo a newer one
  status_at timestamptz not null default '-infinity',
  -- a new number begins with so many messages a day, and may send more every day; null: it is not new
  warm_up_daily_limit int check (warm_up_daily_limit between 1 and 100000),
  warm_up_started_at timestamptz,
  -- the day that is counted, and how many messages were sent on it
  day date,
  sent_today int not null default 0,
  -- how its provider calls the account, or the phone that it uses, for its owner to recognise
  account text check (char_length(account) between 1 and 200),
  -- COM15: when its provider accepted the credentials, or a message sent with them; null: not since they were set
  verified_at timestamptz check (isfinite(verified_at)),
  -- when the first genuine webhook came; null: none since the connection is with this account
  first_webhook_at timestamptz check (isfinite(first_webhook_at)),
  -- COM22: messages that it sends in a day at most; null: any number
  daily_limit int check (daily_limit between 1 and 1000000),
  constraint connections_warm_up_has_start check ((warm_up_daily_limit is null) = (warm_up_started_at is null))
);
create unique index connections_one_active on connections (store_id, channel) where active;
create index connections_failing on connections (store_id, channel) where active and (last_error is not null or delivery_alert is not null);

-- When a contact last wrote to a connection: some channels may be written to freely only for a while after that
create table conversations (
  connection_id uuid not null,
  contact_hash bytea not null,
  last_inbound_at timestamptz not null,
  primary key (connection_id, contact_hash)
);
create index conversations_last_inbound on conversations (last_inbound_at);

-- COM8: who wants no more messages on a channel; a keyed hash, so that it outlives the contact's data
create table opt_outs (
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  contact_hash bytea not null,
  source text not null check (char_length(source) between 1 and 50),
  opted_out_at timestamptz not null default now(),
  primary key (store_id, channel, contact_hash)
);

-- COM8: the one confirmation of an opt-out by reply; a later opt-out is confirmed again only after an opt-in
create table opt_out_confirmations (
  confirmation_id uuid primary key,
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  contact_hash bytea not null,
  connection_id uuid not null references connections,
  -- the address that wrote; null once it is settled
  recipient text check (char_length(recipient) between 1 and 500),
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  attempts smallint not null default 0,
  -- when it is tried, or counted as lost with its worker; null once it is settled
  due_at timestamptz,
  constraint opt_out_confirmations_one_per_contact unique (store_id, channel, contact_hash),
  constraint opt_out_confirmations_open_is_due check ((state in ('waiting', 'sending')) = (due_at is not null)),
  constraint opt_out_confirmations_settled_forgets check ((due_at is null) = (recipient is null))
);
create index opt_out_confirmations_due on opt_out_confirmations (due_at) where due_at is not null;

-- COM8: what people agreed to or withdrew. Rows are only added; `contact_hash` is the keyed hash of opt_outs, so a row about an
-- erased person says only that they once said so.
create table consents (
  consent_id uuid primary key,
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  contact_hash bytea not null,
  state text not null check (state in ('granted', 'withdrawn')),
  -- where it was said: checkout, unsubscribe page, reply, import, panel
  source text not null check (char_length(source) between 1 and 50),
  -- which words were agreed to
  text_version text check (char_length(text_version) <= 50),
  ip inet,
  at timestamptz not null
);
create index consents_contact on consents (store_id, contact_hash, at);

-- COM8: addresses that e-mail is not sent to; the contact is the keyed hash of opt_outs
create table suppressions (
  store_id uuid not null,
  contact_hash bytea not null,
  reason text not null check (reason in ('bounce', 'bounces', 'complaint')),
  -- infinity: never
  expires_at timestamptz not null,
  suppressed_at timestamptz not null,
  primary key (store_id, contact_hash)
);

-- Soft bounces; too many in a week suppress the address for a while
create table bounces (
  connection_id uuid not null,
  bounce_id text not null check (char_length(bounce_id) between 1 and 300),
  store_id uuid not null,
  contact_hash bytea not null,
  at timestamptz not null,
  primary key (connection_id, bounce_id)
);
create index bounces_contact on bounces (store_id, contact_hash, at);
create index bounces_at on bounces (at);

-- COM8: exports and erasures that were requested, and their results, without saying of whom
create table privacy_requests (
  request_id uuid primary key,
  store_id uuid not null,
  kind text not null check (kind in ('export', 'erase')),
  contact_hash bytea not null,
  requested_by text not null check (char_length(requested_by) between 1 and 200),
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- how many rows of which kind
  counts json
);
create index privacy_requests_store on privacy_requests (store_id, requested_at);

-- Incidents that stop the messages of a store, since when, and whether its owners were notified. Deleted once they end.
create table incidents (
  store_id uuid not null references stores,
  -- a channel that does not work, work that is late, or a limit that was reached: COM21, CHK9, COM23, COM22
  kind text not null check (kind in (
    'whatsapp', 'email', 'sms', 'late', 'contacts', 'store_bytes', 'cards', 'daily_whatsapp', 'daily_email', 'daily_sms')),
  started_at timestamptz not null,
  notified_at timestamptz,
  primary key (store_id, kind)
);
