-- What its provider calls the account of a connection, or the phone that is lent to it, for its owner to recognise
alter table connections add account text check (char_length(account) between 1 and 200);

-- Pictures of stores, each under the hash of its bytes: an address never comes to show another one
create table media (
  store_id uuid not null references stores,
  media_id text collate "C" not null check (media_id ~ '^[A-Za-z0-9_-]{43}$'),
  type text not null check (type in ('png', 'jpeg', 'webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 262144),
  created_at timestamptz not null default now(),
  primary key (store_id, media_id)
);
create index media_id on media (media_id);
-- Compressed already
alter table media alter bytes set storage external;

-- How the payment page looks; null: as it comes
alter table stores
  add corners text check (corners in ('square', 'round')),
  add returns_text text check (char_length(returns_text) between 1 and 40),
  add privacy_text text check (char_length(privacy_text) between 1 and 40),
  -- whom e-mails come from where no one said otherwise; null: the store's own name and address
  add sender_name text check (char_length(sender_name) between 1 and 100),
  add sender_email text check (char_length(sender_email) between 3 and 254);

-- When a key was last used, to the minute or so; apart from api_keys, whose changes notify every process
create table api_key_uses (
  key_id text primary key references api_keys,
  used_at timestamptz not null
);

-- The last calls of each store: a sample of the accepted ones, and all refused ones except in a flood. No body, no name.
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
