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
  discount_cents bigint not null,
  total_cents bigint not null,
  -- CHK11: whether a server vouched for the prices
  signed boolean not null,
  -- the request body byte for byte, checked to be JSON; never rebuilt, so that what was signed can be shown
  request text not null,
  created_at timestamptz not null default now(),
  -- COM1: since when an e-mail address or a phone is known, and their contact keys (contact-hash.ts)
  captured_at timestamptz,
  email_key text,
  phone_key text,
  -- COM3: when to look whether the checkout is abandoned; null: it cannot be
  abandon_at timestamptz,
  abandoned_at timestamptz,
  constraint checkouts_discount_within_subtotal check (discount_cents between 0 and subtotal_cents),
  constraint checkouts_total_is_sum check (total_cents = subtotal_cents - discount_cents),
  constraint checkouts_abandonable_has_contact check (abandon_at is null or (captured_at is not null and abandoned_at is null)),
  constraint checkouts_keys_when_captured check (captured_at is not null or (email_key is null and phone_key is null))
);
-- The newest checkouts, and the newest leads, of a store: ids begin with the instant.
create index checkouts_store on checkouts (store_id, checkout_id, captured_at);
-- CHK6: the newest checkout of a cart
create index checkouts_cart on checkouts (store_id, cart_token, checkout_id) where has_request_token;
create index checkouts_abandon on checkouts (abandon_at) where abandon_at is not null;
-- The id is the last column, so that the newest is found without a sort even where the planner expects many.
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

-- Who is at a checkout, from the first visit of its page on: contact data, browser, and the last activity.
create table shoppers (
  checkout_id uuid primary key,
  store_id uuid not null,
  -- {name, email, phone, document}; null: only the request has contact data
  customer json,
  -- {zipcode, street, number, complement, neighborhood, city, state}
  address json,
  shipping_option_id uuid,
  -- {ip, name, os, device, referrer, utms}
  browser json,
  active_at timestamptz not null
);

-- COM21: messages to contacts that are new to a store are held where one network, or all together, entered too many of them. A row
-- holds those of one checkout; until its checkout has an id, those of every checkout of the contact.
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
  constraint held_contacts_checkout_or_keys check (checkout_id is null or (email_key is null and phone_key is null))
);
create index held_contacts_store on held_contacts (store_id, release_at);
create index held_contacts_checkout on held_contacts (checkout_id) where checkout_id is not null;
create index held_contacts_email on held_contacts (store_id, email_key) where email_key is not null;
create index held_contacts_phone on held_contacts (store_id, phone_key) where phone_key is not null;
create index held_contacts_end on held_contacts (least(expires_at, release_at));
