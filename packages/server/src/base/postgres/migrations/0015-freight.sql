-- COM33: a store's accounts at freight providers, one with each
create table freight_accounts (
  account_id uuid primary key,
  store_id uuid not null references stores,
  provider text not null check (char_length(provider) between 1 and 50),
  -- the settings that may be shown
  settings json not null default '{}',
  -- the secret ones: JSON, sealed under the server's secret (seal.ts)
  credentials bytea,
  -- the token of its API, sealed too; null: it has none yet, or needs none
  session bytea,
  -- when the token is replaced even if no one asks for a quote; null: never
  renew_at timestamptz,
  -- until when another process is replacing it
  renewing_until timestamptz,
  -- why the owner must look at it
  last_error text check (char_length(last_error) <= 200),
  -- when its provider accepted the credentials; null: not since they were set
  verified_at timestamptz check (isfinite(verified_at)),
  created_at timestamptz not null default now()
);
create unique index freight_accounts_provider on freight_accounts (store_id, provider);
create index freight_accounts_renew on freight_accounts (renew_at) where renew_at is not null;

-- COM31: from where a store ships, its usual box, and its rules
create table freight_settings (
  store_id uuid primary key references stores,
  -- 8 digits
  origin_zipcode text check (origin_zipcode ~ '^\d{8}$'),
  weight_grams int not null default 300 check (weight_grams between 1 and 1000000),
  width_cm int not null default 16 check (width_cm between 1 and 1000),
  height_cm int not null default 11 check (height_cm between 1 and 1000),
  length_cm int not null default 20 check (length_cm between 1 and 1000),
  handling_days int not null default 0 check (handling_days between 0 and 60),
  handling_cents bigint not null default 0 check (handling_cents between 0 and 100000000),
  -- [{region: {states, zipcodes: [{from, to}]} | null, total}]
  free_from json not null default '[]' check (json_typeof(free_from) = 'array')
);

-- COM32: what a provider answered last to one request, for every process
create table freight_quotes (
  account_id uuid not null references freight_accounts on delete cascade,
  store_id uuid not null,
  -- the SHA-256 of what was asked
  subject bytea not null check (octet_length(subject) = 32),
  -- the services that it offered; null: none
  services json,
  quoted_at timestamptz not null,
  primary key (account_id, subject)
);
create index freight_quotes_quoted on freight_quotes (quoted_at);

-- COM32: what carriers quoted for this checkout: [{subject, at, services}], the newest first
alter table shoppers add column freight json;

-- COM31: where an option is offered: {states, zipcodes: [{from, to}]}; null: everywhere
alter table shipping_options add column region json;
-- where the order is collected: {address, hours}; null: it is delivered
alter table shipping_options add column pickup json;
-- offered also where carriers quoted a price
alter table shipping_options add column beside_carriers boolean not null default false;

-- AUT16: an example store asks no carrier.
create constraint trigger freight_accounts_not_in_example after insert or update on freight_accounts
  for each row execute function forbid_in_example_store();
