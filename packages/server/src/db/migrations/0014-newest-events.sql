-- The newest events of a kind, which an automation is tried out with: ids begin with the instant
create index events_newest on events (store_id, type, event_id);

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
