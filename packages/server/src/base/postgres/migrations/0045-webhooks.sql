-- WHK: webhooks to a store's own systems. An endpoint, its messages, and their attempts.
create table webhook_endpoints (
  endpoint_id uuid primary key,
  store_id uuid not null references stores,
  url text not null check (char_length(url) between 1 and 2000),
  description text check (char_length(description) between 1 and 200),
  -- null: all events, also those of later releases
  types text[] check (cardinality(types) > 0 and types <@ array[
    'lead.created', 'cart.abandoned', 'checkout.expired', 'order.created', 'pix.generated', 'boleto.generated', 'payment.confirmed',
    'payment.failed', 'payment.refunded', 'order.cancelled', 'tracking_code_updated']),
  -- whether bodies have ids and states only
  thin boolean not null default false,
  -- whether its store is in test mode, which every body says
  test boolean not null default false,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'deleted')),
  -- why it is disabled. failing: no success for days; gone: it answered 410
  reason text check (reason in ('owner', 'failing', 'gone')),
  state_at timestamptz not null default now(),
  -- sealed (seal.ts)
  secret bytea not null,
  -- the secret before the last rotation, with which messages are signed too until this instant
  previous_secret bytea,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  last_success_at timestamptz,
  -- the first failure since the last success, and how many there were in a row
  failing_since timestamptz,
  failures integer not null default 0,
  last_error text check (char_length(last_error) <= 100),
  -- when a message was last given up
  given_up_at timestamptz,
  -- it is not called before: it did not answer, or asked for a pause
  resume_at timestamptz,
  -- the worker that delivers to it, and until when
  lease uuid,
  leased_until timestamptz,
  constraint webhook_endpoints_reason check ((state = 'disabled') = (reason is not null)),
  constraint webhook_endpoints_previous check ((previous_secret is null) = (previous_until is null)),
  constraint webhook_endpoints_lease check ((lease is null) = (leased_until is null))
);
create index webhook_endpoints_store on webhook_endpoints (store_id, endpoint_id) where state <> 'deleted';
create index webhook_endpoints_deleted on webhook_endpoints (state_at) where state = 'deleted';
create index webhook_endpoints_failing on webhook_endpoints (store_id) where failing_since is not null or reason in ('failing', 'gone');
-- AUT16: an example store reaches no one.
create constraint trigger webhook_endpoints_not_in_example after insert or update of url on webhook_endpoints
  for each row execute function forbid_in_example_store();

-- WHK2: one event for one endpoint
create table webhook_messages (
  endpoint_id uuid not null references webhook_endpoints,
  -- the event
  message_id uuid not null,
  -- the order in which messages of one subject are delivered
  seq bigint generated always as identity,
  store_id uuid not null,
  type text not null check (char_length(type) between 1 and 50),
  -- the checkout, else the order, else the event
  subject uuid not null,
  -- the bytes that are signed and sent; null: erased with the person
  body text,
  state text not null check (state in ('pending', 'delivered', 'failed', 'cancelled')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (endpoint_id, message_id),
  constraint webhook_messages_pending check ((state = 'pending') = (next_attempt_at is not null)),
  constraint webhook_messages_settled check ((state = 'pending') = (settled_at is null)),
  constraint webhook_messages_body check (state <> 'pending' or body is not null)
);
create index webhook_messages_due on webhook_messages (endpoint_id, next_attempt_at, seq) where state = 'pending';
create index webhook_messages_subject on webhook_messages (subject, endpoint_id, seq);
create index webhook_messages_newest on webhook_messages (endpoint_id, seq);
create index webhook_messages_missed on webhook_messages (endpoint_id, created_at) where state in ('failed', 'cancelled');
create index webhook_messages_created on webhook_messages (created_at);

create table webhook_attempts (
  endpoint_id uuid not null,
  message_id uuid not null,
  at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- of the response; null: there was none
  status smallint,
  -- the first kilobyte of the response
  response text check (octet_length(response) <= 1024),
  -- why it failed; null: it was a success
  error text check (char_length(error) between 1 and 50),
  primary key (endpoint_id, message_id, at),
  foreign key (endpoint_id, message_id) references webhook_messages on delete cascade
);

-- WHK2: the ids and states of an event's data
create function thin_webhook_data(data json) returns json language sql immutable parallel safe as $$
  select json_strip_nulls(json_build_object(
    'checkout_id', d->'checkout_id',
    'order', case when d->'order'->'id' is not null then
      json_build_object('id', d->'order'->'id', 'number', d->'order'->'number', 'status', d->'order'->'status') end,
    'payment', case when d->'payment'->'id' is not null then json_build_object('id', d->'payment'->'id') end,
    'refund', case when d->'refund'->'id' is not null then json_build_object('id', d->'refund'->'id',
      'payment_id', d->'refund'->'payment_id', 'amount', d->'refund'->'amount') end,
    'cart', case when d->'cart'->'token' is not null then json_build_object('token', d->'cart'->'token') end))
  from (select sanitize_json(data) as d) given
$$;

-- WHK2: writes the messages of an event, one for each endpoint that takes it. One that was disabled in the last 30 days gets cancelled
-- ones, which can be replayed. The body is composed as text: what the data contains is not parsed.
create function write_webhook_messages(of_store uuid, of_type text, event uuid, of_subject uuid, at timestamptz, data json)
  returns void language sql as $$
  insert into webhook_messages (endpoint_id, message_id, store_id, type, subject, body, state, next_attempt_at, settled_at)
  select e.endpoint_id, event, of_store, of_type, of_subject,
    '{"type":"' || of_type || '","timestamp":"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","store":"' || of_store || '","version":"2026-11-29"' || case when e.test then ',"test":true' else '' end
      || ',"data":' || case when e.thin then thin_webhook_data(data) else data end || '}',
    case e.state when 'enabled' then 'pending' else 'cancelled' end,
    case e.state when 'enabled' then now() end, case when e.state <> 'enabled' then now() end
  from webhook_endpoints e
  where e.store_id = of_store and (e.types is null or of_type = any(e.types))
    and (e.state = 'enabled' or (e.state = 'disabled' and e.state_at > now() - interval '30 days'))
  on conflict do nothing
$$;

-- WHK2: the events that automations know too, in one statement for all rows of an insert
create function write_webhooks_of_events() returns trigger language plpgsql as $$
begin
  perform write_webhook_messages(n.store_id, n.type, n.event_id, coalesce(n.checkout_id, n.order_id, n.event_id), n.occurred_at, n.data)
  from (select * from inserted where store_id in (select store_id from webhook_endpoints where state <> 'deleted') order by event_id) n;
  return null;
end $$;
create trigger events_webhooks after insert on events referencing new table as inserted
  for each statement execute function write_webhooks_of_events();

-- WHK1: the data of an event about an order, as buildEvent writes it (COM6)
create function order_webhook_data(o orders, more text default '') returns json language sql stable as $$
  select ('{' || coalesce('"checkout_id":"' || (o).checkout_id || '",', '')
    || '"order":{"id":' || to_json(coalesce((o).external_id, (o).order_id::text))
    || ',"number":' || coalesce(to_json((o).number)::text, 'null') || ',"status":"' || (o).status
    || '","payment_method":' || coalesce(to_json((o).payment_method)::text, 'null') || ',"currency":"BRL","subtotal":'
    || coalesce((o).subtotal_cents::text, 'null') || ',"discount":' || coalesce((o).discount_cents::text, 'null')
    || ',"total":' || coalesce((o).total_cents::text, 'null') || ',"created_at":"'
    || to_char((o).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","items":' || coalesce((o).items::text, 'null') || '},"payment":' || coalesce((o).payment::text, 'null')
    || ',"customer":' || coalesce((o).customer::text, 'null') || ',"shipping":' || coalesce((o).shipping::text, 'null') || more || '}')::json
$$;

-- WHK1: order.created and order.cancelled
create function write_webhooks_of_order() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where store_id = new.store_id and state <> 'deleted') then
    perform write_webhook_messages(new.store_id, case tg_op when 'INSERT' then 'order.created' else 'order.cancelled' end,
      gen_random_uuid(), coalesce(new.checkout_id, new.order_id),
      case tg_op when 'INSERT' then new.created_at else new.status_at end, order_webhook_data(new));
  end if;
  return null;
end $$;
create trigger orders_webhooks_created after insert on orders for each row execute function write_webhooks_of_order();
create trigger orders_webhooks_cancelled after update on orders
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function write_webhooks_of_order();

-- WHK1: payment.refunded, once the transaction has changed the order too
create function write_webhooks_of_refund() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where store_id = new.store_id and state <> 'deleted') then
    perform write_webhook_messages(o.store_id, 'payment.refunded', new.refund_id, coalesce(o.checkout_id, o.order_id), new.settled_at,
      order_webhook_data(o, ',"refund":{"id":"' || new.refund_id || '","payment_id":' || coalesce(to_json(new.payment_id)::text, 'null')
        || ',"amount":' || new.amount_cents || ',"source":"' || new.source || '","cause":' || coalesce(to_json(new.cause)::text, 'null')
        || ',"settled_at":"' || to_char(new.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'))
    from orders o where o.order_id = new.order_id;
  end if;
  return null;
end $$;
create constraint trigger refunds_webhooks_inserted after insert on refunds deferrable initially deferred
  for each row when (new.state = 'done') execute function write_webhooks_of_refund();
create constraint trigger refunds_webhooks_settled after update on refunds deferrable initially deferred
  for each row when (new.state = 'done' and old.state <> 'done') execute function write_webhooks_of_refund();

-- WHK1: checkout.expired
create function write_webhooks_of_checkout() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where store_id = new.store_id and state <> 'deleted') then
    perform write_webhook_messages(new.store_id, 'checkout.expired', gen_random_uuid(), new.checkout_id, now(),
      ('{"checkout_id":"' || new.checkout_id || '","cart":{"token":' || to_json(new.cart_token) || ',"subtotal":' || new.subtotal_cents
        || ',"discount":' || new.discount_cents || ',"total":' || new.total_cents || '}}')::json);
  end if;
  return null;
end $$;
create trigger checkouts_webhooks_expired after update of state on checkouts
  for each row when (new.state = 'expired' and old.state <> 'expired') execute function write_webhooks_of_checkout();

-- WHK6: owners get an e-mail about endpoints that fail or were disabled.
alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in (
  'whatsapp', 'email', 'sms', 'late', 'contacts', 'store_bytes', 'cards', 'daily_whatsapp', 'daily_email', 'daily_sms', 'templates',
  'webhooks', 'webhooks_disabled'));
