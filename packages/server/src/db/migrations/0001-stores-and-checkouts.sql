create table stores (
  store_id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  active boolean not null default true,
  -- CHK11: refuse carts that no server has signed
  signed_carts_only boolean not null default false,
  -- a store made by the first `npm start`; it may hold made-up data and says so
  demo boolean not null default false,
  time_zone text not null default 'America/Sao_Paulo',
  created_at timestamptz not null default now(),
  -- a deleted store is gone for everyone, but what shoppers paid stays on record
  deleted_at timestamptz
);

create table store_domains (
  hostname text primary key check (hostname = lower(hostname) and hostname ~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$'),
  store_id uuid not null references stores,
  active boolean not null default false,
  created_at timestamptz not null default now()
);
-- CHK4: payment links are on the one active domain
create unique index store_domains_one_active on store_domains (store_id) where active;

create table api_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  store_id uuid not null references stores,
  kind text not null check (kind in ('checkout', 'secret')),
  created_at timestamptz not null default now(),
  -- CHK10: null while it works; in the future after a rotation; in the past once revoked
  ends_at timestamptz
);
create index api_keys_store on api_keys (store_id);

create table checkouts (
  checkout_id uuid primary key,
  -- Not a foreign key: every insert would lock the row of its store, which all of a store's checkouts share. Stores are
  -- never removed, and a checkout is only written for a store that was just looked up.
  store_id uuid not null,
  cart_token text not null check (char_length(cart_token) between 1 and 200),
  -- CHK6: the token came with the request, so older checkouts of the cart may have it too
  has_request_token boolean not null default false,
  state text not null default 'open' check (state in ('open', 'abandoned', 'ordered', 'paid', 'expired')),
  subtotal_cents bigint not null check (subtotal_cents >= 0),
  discount_cents bigint not null check (discount_cents between 0 and subtotal_cents),
  total_cents bigint not null check (total_cents = subtotal_cents - discount_cents),
  -- CHK11: whether a server vouched for the prices
  signed boolean not null,
  -- the request body as it came, JSON that was read before it is stored; never rebuilt, so what was signed can be shown
  request text not null,
  created_at timestamptz not null default now(),
  -- COM1: since when an e-mail address or a phone is known, and their contact keys (contact-hash.ts)
  captured_at timestamptz,
  email_key text,
  phone_key text,
  -- COM3: when to look whether the checkout is abandoned; null: it cannot be
  abandon_at timestamptz,
  abandoned_at timestamptz,
  check (abandon_at is null or (captured_at is not null and abandoned_at is null)),
  check (captured_at is not null or (email_key is null and phone_key is null))
);
-- The newest checkouts, and the newest leads, of a store: ids begin with the instant
create index checkouts_store on checkouts (store_id, checkout_id, captured_at);
-- CHK6: the newest checkout of a cart
create index checkouts_cart on checkouts (store_id, cart_token, checkout_id) where has_request_token;
create index checkouts_abandon on checkouts (abandon_at) where abandon_at is not null;
-- The id is the last column, so that a planner that expects many finds the newest without a sort.
create index checkouts_email on checkouts (store_id, email_key, checkout_id) where email_key is not null;
create index checkouts_phone on checkouts (store_id, phone_key, checkout_id) where phone_key is not null;

-- CHK7: kept for 24 hours, then purged
create table idempotency_keys (
  store_id uuid not null,
  idempotency_key text not null check (char_length(idempotency_key) between 1 and 255),
  body_sha256 bytea not null check (octet_length(body_sha256) = 32),
  response text not null,
  created_at timestamptz not null default now(),
  primary key (store_id, idempotency_key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table users (
  user_id uuid primary key,
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  password_hash text not null,
  created_at timestamptz not null default now()
);
create unique index users_email on users (email);

-- CHK10: every process is notified of a change to a store at once
create function store_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('store_changed', coalesce(new.store_id, old.store_id)::text);
  return null;
end $$;
create trigger stores_changed after insert or update or delete on stores
  for each row execute function store_changed();
create trigger store_domains_changed after insert or update or delete on store_domains
  for each row execute function store_changed();
create trigger api_keys_changed after insert or update or delete on api_keys
  for each row execute function store_changed();
