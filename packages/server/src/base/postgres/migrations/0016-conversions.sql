-- COM37: a store's account at a destination of conversions. Off until its owner switches it on and states the legal basis.
create table conversion_destinations (
  destination_id uuid primary key,
  store_id uuid not null references stores,
  destination text not null check (char_length(destination) between 1 and 50),
  settings json not null,
  -- sealed (seal.ts)
  credentials bytea,
  -- the events of which it learns
  events text[] not null check (events <@ array['purchase', 'lead', 'begin_checkout', 'refund']),
  active boolean not null default false,
  -- whether it learns of items: their codes, quantities and prices
  sends_items boolean not null default false,
  legal_basis text check (char_length(legal_basis) between 1 and 300),
  -- when it accepted the made-up event; null: not since the account was changed
  verified_at timestamptz,
  last_error text check (char_length(last_error) <= 300),
  created_at timestamptz not null default now(),
  unique (store_id, destination),
  constraint conversion_destinations_basis check (not active or legal_basis is not null)
);
create trigger conversion_destinations_changed after insert or delete on conversion_destinations
  for each row execute function store_changed();
create trigger conversion_destinations_switched after update on conversion_destinations
  for each row when (old.active is distinct from new.active) execute function store_changed();
-- AUT16: an example store reaches no one.
create constraint trigger conversion_destinations_not_in_example after insert or update on conversion_destinations
  for each row execute function forbid_in_example_store();

-- COM37: what connects a checkout with the advertisement that led to it. Written only in stores with an active destination.
create table shopper_attributions (
  checkout_id uuid primary key,
  store_id uuid not null,
  data json not null check (octet_length(data::text) <= 12000),
  created_at timestamptz not null default now()
);
create index shopper_attributions_created on shopper_attributions (created_at);

-- COM37: the ledger. One row is one event for one destination; it is sent at most once with success.
create table conversions (
  store_id uuid not null,
  destination text not null,
  event text not null check (event in ('purchase', 'lead', 'begin_checkout', 'refund')),
  -- the order, else the checkout: by it the destination recognises a repetition
  subject_id uuid not null,
  checkout_id uuid not null,
  order_id uuid,
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'skipped', 'failed')),
  occurred_at timestamptz not null,
  -- when a queued row is due; while it is being sent, when another worker may take it
  due_at timestamptz,
  attempts smallint not null default 0,
  attempted_at timestamptz,
  -- why it was skipped
  reason text check (char_length(reason) between 1 and 50),
  -- the last answer: HTTP status, the destination's code, its text without personal data
  status smallint,
  code text check (char_length(code) <= 60),
  message text check (char_length(message) <= 200),
  -- the names of the personal data that were sent
  disclosed text[],
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (store_id, destination, event, subject_id),
  constraint conversions_subject check (subject_id = coalesce(order_id, checkout_id)),
  constraint conversions_queued check ((state = 'queued') = (due_at is not null)),
  constraint conversions_settled check ((state = 'queued') = (settled_at is null)),
  constraint conversions_skipped check ((state = 'skipped') = (reason is not null))
);
create index conversions_due on conversions (destination, due_at) where state = 'queued';
create index conversions_store on conversions (store_id, created_at);
create index conversions_checkout on conversions (checkout_id);
create index conversions_created on conversions (created_at);

-- COM37: a paid order is queued as a purchase in the transaction that makes it paid; one that is paid no longer, as a
-- refund for those that learn of refunds.
create function queue_order_conversions() returns trigger language plpgsql as $$
begin
  if new.status = 'paid' then
    insert into conversions (store_id, destination, event, subject_id, checkout_id, order_id, occurred_at, due_at)
    select d.store_id, d.destination, 'purchase', new.order_id, new.checkout_id, new.order_id, coalesce(new.paid_at, new.status_at), now()
    from conversion_destinations d
    where d.store_id = new.store_id and d.active and 'purchase' = any(d.events)
    on conflict do nothing;
  else
    insert into conversions (store_id, destination, event, subject_id, checkout_id, order_id, occurred_at, due_at)
    select d.store_id, d.destination, 'refund', new.order_id, new.checkout_id, new.order_id, new.status_at, now()
    from conversion_destinations d join conversions c
      on c.store_id = d.store_id and c.destination = d.destination and c.event = 'purchase' and c.subject_id = new.order_id
    where d.store_id = new.store_id and d.active and 'refund' = any(d.events) and c.state in ('queued', 'sent')
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger orders_conversions_inserted after insert on orders
  for each row when (new.status = 'paid' and new.checkout_id is not null) execute function queue_order_conversions();
create trigger orders_conversions_changed after update on orders
  for each row when (new.checkout_id is not null and new.status <> old.status and (new.status = 'paid' or old.status = 'paid'))
  execute function queue_order_conversions();
