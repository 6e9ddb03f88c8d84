-- CON: a store connected to a shop at a platform. What a platform is called, and what it can do, is in the program.
create table platform_connections (
  connection_id uuid primary key,
  store_id uuid not null references stores,
  platform text not null check (char_length(platform) between 1 and 30),
  -- the shop at the platform: its address, its domain or its id
  shop text not null check (char_length(shop) between 1 and 150),
  name text not null check (char_length(name) between 1 and 200),
  -- reconnect: the shop revoked its credentials; suspended: the platform says that shop or app is not paid for; uninstalled: at the
  -- platform; disconnected: by a member
  state text not null default 'connected' check (state in ('connected', 'reconnect', 'suspended', 'uninstalled', 'disconnected')),
  state_at timestamptz not null,
  -- sealed (seal.ts): the key of its delivery address, and the secret of its webhooks
  secrets bytea not null,
  -- sealed; null: deleted
  credentials bytea,
  -- CON7: when its credentials must be renewed
  renew_at timestamptz,
  -- CON4: what happened before this starts no automation
  connected_at timestamptz not null,
  -- when a worker takes it next; null: never
  due_at timestamptz,
  -- CON5: it is not called before
  resume_at timestamptz,
  failures integer not null default 0,
  -- the first failure since the last success
  failing_since timestamptz,
  last_failure text check (char_length(last_failure) <= 30),
  -- CON5: until when it is polled every minute
  fast_until timestamptz,
  last_delivery_at timestamptz,
  -- CON6: when its webhooks were last found working, and when they were last repaired
  webhooks_at timestamptz,
  repaired_at timestamptz,
  -- the worker that holds it, and until when
  lease uuid,
  leased_until timestamptz,
  constraint platform_connections_lease check ((lease is null) = (leased_until is null)),
  constraint platform_connections_ended check (
    state not in ('uninstalled', 'disconnected') or (credentials is null and due_at is null and renew_at is null))
);
create unique index platform_connections_shop on platform_connections (store_id, platform, shop);
create index platform_connections_named on platform_connections (platform, shop);
create index platform_connections_due on platform_connections (due_at) where due_at is not null;
create index platform_connections_repaired on platform_connections (repaired_at) where repaired_at is not null;
create index platform_connections_broken on platform_connections (store_id) where state = 'reconnect';
create constraint trigger platform_connections_not_in_example after insert on platform_connections
  for each row execute function forbid_in_example_store();
create constraint trigger platform_connections_not_in_test after insert on platform_connections
  for each row execute function forbid_in_test_store();

-- CON5: a list of the shop that is read again and again
create table platform_feeds (
  connection_id uuid not null references platform_connections,
  feed text not null check (feed in ('orders', 'carts')),
  -- where the next page begins; null: at `since`
  cursor text check (char_length(cursor) <= 2000),
  since timestamptz not null,
  due_at timestamptz not null,
  -- when its end was last reached
  read_at timestamptz,
  -- CON4: the reading of what happened before the connection was made; `history_total` null: unknown
  history_read integer not null default 0,
  history_total integer,
  history_done_at timestamptz,
  primary key (connection_id, feed)
);

-- CON1: a delivery of the platform, stored before it is answered
create table platform_deliveries (
  delivery_id uuid primary key,
  connection_id uuid not null references platform_connections,
  store_id uuid not null,
  -- the platform's id of the delivery, or a digest of its bytes, which counts only while it waits: a later one may report another change
  key text not null check (char_length(key) between 1 and 250),
  named boolean not null,
  -- how often it arrived again while it waited
  repeats integer not null default 0,
  topic text not null check (char_length(topic) <= 200),
  -- sealed; null: done or given up
  body bytea,
  received_at timestamptz not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  constraint platform_deliveries_waiting check ((body is null) = (next_attempt_at is null))
);
create unique index platform_deliveries_key on platform_deliveries (connection_id, key);
create index platform_deliveries_due on platform_deliveries (connection_id, next_attempt_at, delivery_id) where next_attempt_at is not null;
create index platform_deliveries_privacy on platform_deliveries (next_attempt_at) where topic = 'privacy' and next_attempt_at is not null;
create index platform_deliveries_received on platform_deliveries (received_at);

-- CON11: a consent that a member began. `state_hash`: of the unguessable part of its state
create table platform_consents (
  consent_id uuid primary key,
  store_id uuid not null references stores,
  user_id uuid not null,
  platform text not null check (char_length(platform) between 1 and 30),
  method smallint not null,
  state_hash bytea not null,
  -- the shop whose address the member typed; null: the platform names it
  shop text check (char_length(shop) between 1 and 150),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- sealed: the shop that accepted, until the member's browser returns
  accepted bytea,
  constraint platform_consents_used check (accepted is null or used_at is not null)
);
create index platform_consents_expired on platform_consents (expires_at);

-- CON6, CON7: owners get an e-mail once about webhooks that had stopped, and about a shop that must be connected again.
alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in (
  'whatsapp', 'email', 'sms', 'late', 'contacts', 'store_bytes', 'cards', 'daily_whatsapp', 'daily_email', 'daily_sms', 'templates',
  'webhooks', 'webhooks_disabled', 'shop_webhooks', 'shop_reconnect')) not valid;

-- CON3: further external ids of an order
create table order_aliases (
  store_id uuid not null,
  external_id text not null check (char_length(external_id) between 1 and 200),
  order_id uuid not null references orders,
  primary key (store_id, external_id)
);
create index order_aliases_order on order_aliases (order_id);

-- CON8: carts that became orders
create table ordered_carts (
  connection_id uuid not null references platform_connections,
  token text not null check (char_length(token) between 1 and 200),
  ordered_at timestamptz not null,
  primary key (connection_id, token)
);
create index ordered_carts_old on ordered_carts (ordered_at);
