-- CHK9: limits that all processes of an installation share: when a bucket is full again. After a crash of PostgreSQL all are full.
create unlogged table rate_buckets (
  -- a hash of the limit and its caller
  bucket bytea primary key check (octet_length(bucket) = 16),
  -- of the quota of a store; null: of no store, or of a part of it
  store_id uuid,
  full_at timestamptz not null
);
create index rate_buckets_full on rate_buckets (full_at);
create index rate_buckets_store on rate_buckets (store_id) where store_id is not null;

-- COM21: messages to contacts that are new to a store are held, where one network, or all together, named too many of them. A row holds
-- those of one checkout; until its checkout has an id, those of every checkout of the contact.
create table held_contacts (
  held_id uuid primary key,
  store_id uuid not null,
  checkout_id uuid,
  -- contact keys, as in checkouts
  email_key text,
  phone_key text,
  -- infinity: until an owner releases it, or it is too late (RUN17)
  release_at timestamptz not null,
  -- when the row is deleted, released or not
  expires_at timestamptz not null,
  check (checkout_id is null or (email_key is null and phone_key is null))
);
create index held_contacts_store on held_contacts (store_id, release_at);
create index held_contacts_checkout on held_contacts (checkout_id) where checkout_id is not null;
create index held_contacts_email on held_contacts (store_id, email_key) where email_key is not null;
create index held_contacts_phone on held_contacts (store_id, phone_key) where phone_key is not null;
create index held_contacts_end on held_contacts (least(expires_at, release_at));

-- COM22: messages that a connection sends in a day at most; null: any number
alter table connections add daily_limit int check (daily_limit between 1 and 1000000);

-- COM23: cards that were tried, until they are a day old. Not a foreign key to the store, for the reason given at checkouts.
create table card_attempts (
  attempt_id uuid primary key,
  store_id uuid not null,
  -- a keyed hash of the network; null: it is not known (CHK9)
  network bytea check (octet_length(network) = 16),
  -- not refused by a bank: what is not known yet counts as refused
  accepted boolean not null default false,
  attempted_at timestamptz not null
);
create index card_attempts_network on card_attempts (network, attempted_at) where network is not null and not accepted;
create index card_attempts_store on card_attempts (store_id, attempted_at);
create index card_attempts_age on card_attempts (attempted_at);

-- What owners get an e-mail about, besides channels and late work: COM21, CHK9, COM23, COM22
alter table incidents drop constraint incidents_kind_check, add constraint incidents_kind_check check (kind in (
  'whatsapp', 'email', 'sms', 'late', 'contacts', 'store_bytes', 'cards', 'daily_whatsapp', 'daily_email', 'daily_sms'));
