-- COM6: what happened, written with the change it reports. Rows never change.
create table events (
  event_id uuid primary key,
  store_id uuid not null,
  type text not null check (type in (
    'pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated',
    'cart.abandoned', 'lead.created', 'tracking_code_updated')),
  -- the id in the envelope of a store's own system; null for what happened here
  external_id text check (char_length(external_id) between 1 and 200),
  -- identifies what happened, however often it is reported: the same subject twice is one event
  subject text check (char_length(subject) between 1 and 400),
  order_id uuid,
  checkout_id uuid,
  occurred_at timestamptz not null,
  -- not the start of the transaction: of two events of one order, the one that waited for the other's lock is the later
  recorded_at timestamptz not null default clock_timestamp(),
  data json not null,
  -- Contact keys of an event that has neither order nor checkout. Computed by the service: to derive them here from `data` would
  -- cost as much as the rest of the insert.
  email_key text,
  phone_key text,
  constraint events_keys_without_order check ((email_key is null and phone_key is null) or (order_id is null and checkout_id is null))
);
create unique index events_external on events (store_id, external_id) where external_id is not null;
create unique index events_subject on events (store_id, type, subject) where subject is not null;
create index events_order on events (order_id) where order_id is not null;
create index events_checkout on events (checkout_id) where checkout_id is not null;
create index events_email on events (store_id, email_key, event_id) where email_key is not null;
create index events_phone on events (store_id, phone_key, event_id) where phone_key is not null;
-- The newest events of a type, which an automation is tried out with: ids begin with the instant.
create index events_newest on events (store_id, type, event_id);

-- The events that no worker has claimed yet. By store first, so that each store's share can be claimed.
create table event_queue (
  store_id uuid not null,
  event_id uuid not null,
  -- the events after it that were reported in the same call
  more uuid[] not null default '{}',
  primary key (store_id, event_id)
);

-- COM1: the lead in a request: its texts of at most 500 characters, without what no text of PostgreSQL can hold
create function requested_lead(request text) returns json language sql immutable parallel safe as $$
  select json_object_agg(key, value)
  from (select sanitize_json(request::json)->'customer' as customer) given
  cross join lateral json_each_text(case when json_typeof(customer) = 'object' then customer end)
  where key in ('name', 'email', 'phone', 'document') and char_length(value) between 1 and 500
$$;

-- COM6: the leads of requests without a row in events. The checkout is their event, under its id.
create view lead_events as
  select c.checkout_id as event_id, c.store_id, 'lead.created' as type, null::uuid as order_id, c.checkout_id,
    c.captured_at as occurred_at, json_build_object('checkout_id', c.checkout_id, 'lead', requested_lead(c.request),
      'cart', json_build_object('token', c.cart_token, 'subtotal', c.subtotal_cents, 'discount', c.discount_cents,
        'total', c.total_cents)) as data
  from checkouts c
  where c.captured_at is not null
    and not exists (select from events e where e.checkout_id = c.checkout_id and e.type = 'lead.created');

-- All events of stores
create view store_events as
  select event_id, store_id, type, order_id, checkout_id, occurred_at, data from events
  union all
  select event_id, store_id, type, order_id, checkout_id, occurred_at, data from lead_events;
