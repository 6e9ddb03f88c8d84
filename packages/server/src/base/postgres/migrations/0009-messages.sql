-- RUN13: the ledger; run, step and pass are a message's key. Before its provider is called a message is here, or in message_leases.
create table messages (
  run_id uuid not null,
  -- `<path of the step>#<pass>`, compared as bytes
  message_key text collate "C" not null check (message_key <> ''),
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  connection_id uuid not null,
  state text not null check (state in ('queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'skipped')),
  -- why it failed, was skipped, or waits
  reason text check (char_length(reason) <= 200),
  recipient text,
  -- the step's data, rendered when the message was reserved: JSON, which no statement reads
  content text,
  -- RUN17: when it should have been sent
  due_at timestamptz not null,
  -- the conditions that led to it, evaluated again if it has to wait (numbers: step, branch, step, branch …)
  guards smallint[],
  attempts smallint not null default 0,
  -- queued: when to reserve it; sending: when its lease expires
  next_attempt_at timestamptz,
  -- RUN13: the lease of its worker; an outcome of another worker is refused
  lease_id uuid,
  -- the contact, where the run listens for replies, opens or clicks (contact-hash.ts)
  contact_hash bytea,
  provider_message_id text check (char_length(provider_message_id) <= 300),
  reserved_at timestamptz,
  settled_at timestamptz,
  primary key (run_id, message_key),
  constraint messages_open_has_next_attempt check ((state in ('queued', 'sending')) = (next_attempt_at is not null)),
  constraint messages_sending_has_lease check (state <> 'sending' or lease_id is not null),
  -- unknown: the worker of the expired lease may still report the outcome
  constraint messages_lease_while_open check (lease_id is null or state in ('sending', 'unknown'))
);
create index messages_pending on messages (connection_id, next_attempt_at) where next_attempt_at is not null;
-- The message that a status or a reply is about
create index messages_provider on messages (connection_id, provider_message_id) where provider_message_id is not null;
create index messages_contact on messages (connection_id, contact_hash, settled_at) where contact_hash is not null;
-- What was sent in the last hours; rows are in about this order on disk.
create index messages_settled on messages using brin (settled_at) with (pages_per_range = 32, autosummarize = on);
-- The messages of a store, newest first. Neither column ever changes, so a message's updates stay on their page.
create index messages_store on messages (store_id, due_at);

-- RUN13: messages that a worker sends for the first time: one row for all those of one transaction, so that each is written once
-- before its provider is called and once, in `messages`, with its outcome. Deleting the row requires writing the rest.
create table message_leases (
  lease_id uuid primary key,
  -- when another worker may claim it
  expires_at timestamptz not null,
  reserved_at timestamptz not null,
  -- arrays of one length, an element for each message; milliseconds
  run_ids uuid[] not null,
  message_keys text[] not null,
  connection_ids uuid[] not null,
  recipients text[] not null,
  contents text[] not null,
  due_at float8[] not null,
  -- these two are empty where they would hold nothing but nulls
  guards text[] not null,
  contact_hashes bytea[] not null
);
-- To compress what lives for a second costs more than to write it.
alter table message_leases alter run_ids set storage external, alter message_keys set storage external,
  alter connection_ids set storage external, alter recipients set storage external, alter contents set storage external,
  alter due_at set storage external, alter guards set storage external, alter contact_hashes set storage external;

-- The messages under a lease whose outcome is not written yet, as rows of `messages`
create view leased_messages as
select n.run_id, n.message_key collate "C" as message_key, c.store_id, c.channel, n.connection_id, 'sending' as state,
  null::text as reason, n.recipient, n.content, to_timestamp(n.due_at / 1000) as due_at, n.guards::smallint[] as guards,
  1::smallint as attempts, l.expires_at as next_attempt_at, l.lease_id, n.contact_hash, l.reserved_at,
  -- so that a query can skip a lease without unnesting it
  l.run_ids as lease_runs, l.contact_hashes as lease_contacts
from message_leases l
cross join lateral unnest(l.run_ids, l.message_keys, l.connection_ids, l.recipients, l.contents, l.due_at, l.guards, l.contact_hashes)
  as n (run_id, message_key, connection_id, recipient, content, due_at, guards, contact_hash)
join connections c on c.connection_id = n.connection_id
where not exists (select from messages m where m.run_id = n.run_id and m.message_key = n.message_key collate "C");

-- An inbound message is processed once, however often its provider reports it. Opens and clicks of bots are recorded; they move no run.
create table inbound_messages (
  connection_id uuid not null,
  inbound_id text not null check (char_length(inbound_id) between 1 and 300),
  store_id uuid not null,
  kind text not null check (kind in ('reply', 'open', 'click', 'bot_open', 'bot_click')),
  -- null: it answers no message that a run listens for
  run_id uuid,
  message_key text,
  received_at timestamptz not null,
  primary key (connection_id, inbound_id)
);
-- Retention; rows of this table never change.
create index inbound_messages_received on inbound_messages (received_at);
-- COM8: the inputs of the runs of an erased person
create index inbound_messages_run on inbound_messages (run_id) where run_id is not null;

-- Reported statuses of messages whose outcome is not written yet, or that are not ours; matched again for some minutes
create table unmatched_statuses (
  connection_id uuid not null,
  -- the provider's id of the message, or our key
  provider_message_id text not null check (char_length(provider_message_id) between 1 and 2000),
  status text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  reason text check (char_length(reason) <= 200),
  received_at timestamptz not null,
  primary key (connection_id, provider_message_id, status)
);
create index unmatched_statuses_received on unmatched_statuses (received_at);

-- The targets of the short links in SMS. A code is derived from the message and the target, so the same link has the same code.
create table short_links (
  code text collate "C" primary key check (code ~ '^[0-9A-Za-z]{10}$'),
  store_id uuid not null,
  connection_id uuid not null,
  run_id uuid not null,
  message_key text not null,
  target text not null check (char_length(target) <= 4000),
  created_at timestamptz not null
);
create index short_links_created on short_links (created_at);
create index short_links_run on short_links (run_id);

-- What the sandbox connections delivered
create table sandbox_messages (
  store_id uuid not null,
  idempotency_key text not null,
  channel text not null,
  recipient text not null,
  content json not null,
  received_at timestamptz not null default now(),
  -- of an e-mail: the bytes that a mail server would have received
  mime bytea,
  primary key (store_id, idempotency_key)
);
create index sandbox_messages_received on sandbox_messages (store_id, received_at);
