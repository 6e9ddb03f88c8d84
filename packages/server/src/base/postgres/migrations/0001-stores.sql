create table stores (
  store_id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  active boolean not null default true,
  -- CHK11: refuse carts that no server has signed
  signed_carts_only boolean not null default false,
  -- created by the first `npm start`: it may hold example data, and the panel says so
  demo boolean not null default false,
  time_zone text not null default 'America/Sao_Paulo',
  created_at timestamptz not null default now(),
  -- a deleted store is gone for everyone, but what shoppers paid stays on record
  deleted_at timestamptz,

  -- RUN8: minutes after a message at which a reply is no longer expected
  no_reply_minutes int not null default 1440 check (no_reply_minutes between 1 and 10080),
  -- RUN17: minutes by which a send may be late and is still made
  late_minutes int not null default 1440 check (late_minutes between 1 and 10080),
  -- RUN8: whether opens and clicks of bots count as a person's
  count_bot_events boolean not null default false,
  -- COM3: minutes without activity after which a checkout is abandoned
  abandon_minutes int not null default 30 check (abandon_minutes between 10 and 10080),

  -- who sells, as the payment page shows it
  legal_name text check (char_length(legal_name) between 1 and 200),
  -- CPF or CNPJ, only digits and capital letters
  document text check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  address text check (char_length(address) between 1 and 300),
  email text check (char_length(email) between 3 and 254),
  phone text check (char_length(phone) between 8 and 30),
  url text check (char_length(url) <= 2000),
  -- COM7a: further hosts to which unsigned carts may redirect, separated by commas
  site_hosts text check (char_length(site_hosts) between 1 and 500),
  returns_url text check (char_length(returns_url) <= 2000),
  privacy_url text check (char_length(privacy_url) <= 2000),

  -- how the payment page looks; null: the default
  logo_url text check (char_length(logo_url) <= 2000),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  corners text check (corners in ('square', 'round')),
  returns_text text check (char_length(returns_text) between 1 and 40),
  privacy_text text check (char_length(privacy_text) between 1 and 40),
  -- the sender of e-mails whose step names none; null: the store's own name and address
  sender_name text check (char_length(sender_name) between 1 and 100),
  sender_email text check (char_length(sender_email) between 3 and 254),

  -- a live store has no sandbox payments
  live boolean not null default false,
  -- COM7: for how many minutes a PIX code is valid
  pix_minutes int not null default 1440 check (pix_minutes between 15 and 43200),
  -- COM7: in how many days a boleto is due
  boleto_days int not null default 3 check (boleto_days between 1 and 60),

  -- AUT4: owners without a second factor are refused
  require_second_factor boolean not null default false,
  -- AUT5: the highest amount that support may refund, in cents; null: any
  support_refund_cents bigint default 50000 check (support_refund_cents >= 0)
);

-- CHK4: a domain is used in links only while its DNS leads here and TLS answers.
create table store_domains (
  hostname text primary key check (hostname = lower(hostname) and hostname ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  store_id uuid not null references stores,
  active boolean not null default false,
  created_at timestamptz not null default now(),
  -- the one that the owner entered; `active` follows from the checks
  chosen boolean not null default false,
  checked_at timestamptz,
  -- what the last check missed; null: nothing, or not checked yet
  problem text check (problem in ('dns', 'tls')),
  -- since when every check has missed something
  failing_since timestamptz,
  constraint store_domains_failing_has_problem check ((problem is null) = (failing_since is null)),
  constraint store_domains_active_is_chosen check (chosen or not active)
);
create unique index store_domains_one_active on store_domains (store_id) where active;
create unique index store_domains_one_chosen on store_domains (store_id) where chosen;
create index store_domains_checks on store_domains (checked_at nulls first) where chosen;

create table api_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  store_id uuid not null references stores,
  kind text not null check (kind in ('checkout', 'secret')),
  created_at timestamptz not null default now(),
  -- CHK10: null while it works; in the future after a rotation; in the past once revoked
  ends_at timestamptz
);
create index api_keys_store on api_keys (store_id);

-- When a key was last used, to the minute or so. Not a column of api_keys: every change of that table notifies every process.
create table api_key_uses (
  key_id text primary key references api_keys,
  used_at timestamptz not null
);

-- The last calls of each store: a sample of the accepted ones, and all refused ones up to a limit. No body, no name.
create table api_calls (
  call_id uuid primary key,
  store_id uuid not null,
  at timestamptz not null,
  method text not null check (char_length(method) <= 10),
  route text not null check (char_length(route) <= 100),
  status smallint not null,
  code text check (char_length(code) <= 50),
  request_id text not null check (char_length(request_id) <= 64)
);
create index api_calls_store on api_calls (store_id, call_id);

-- Pictures of stores. Each is addressed by the hash of its bytes, so an address never shows another picture.
create table media (
  store_id uuid not null references stores,
  media_id text collate "C" not null check (media_id ~ '^[A-Za-z0-9_-]{43}$'),
  type text not null check (type in ('png', 'jpeg', 'webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  created_at timestamptz not null default now(),
  primary key (store_id, media_id)
);
create index media_id on media (media_id);
-- The bytes are compressed already.
alter table media alter bytes set storage external;

-- CHK9: limits that all processes of an installation share: when a bucket is full again. After a crash of PostgreSQL all are full.
create unlogged table rate_buckets (
  -- a hash of the limit and its caller
  bucket bytea primary key check (octet_length(bucket) = 16),
  -- the store whose quota it is part of; null: none
  store_id uuid,
  full_at timestamptz not null
);
create index rate_buckets_full on rate_buckets (full_at);
create index rate_buckets_store on rate_buckets (store_id) where store_id is not null;

-- CHK10: every process is notified of a change to a store at once.
create function store_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('store_changed', coalesce(new.store_id, old.store_id)::text);
  return null;
end $$;
create trigger stores_changed after insert or update or delete on stores
  for each row execute function store_changed();
create trigger api_keys_changed after insert or update or delete on api_keys
  for each row execute function store_changed();
-- A check writes its instant every minute: other processes are notified only where links change.
create trigger store_domains_added_or_removed after insert or delete on store_domains
  for each row execute function store_changed();
create trigger store_domains_changed after update on store_domains
  for each row when (old.active is distinct from new.active or old.chosen is distinct from new.chosen)
  execute function store_changed();
