-- A schema may be distributed by Citus (docs/shards.md): a table of a node has another name there, no statement joins a table with the new
-- rows of a trigger, and a function that writes is called with values only.

-- WHK2: the same as before. The stores of the new rows are looked up first, so that no query reads both them and a table.
create or replace function write_webhooks_of_events() returns trigger language plpgsql as $$
declare
  stores uuid[] := array(select distinct store_id from inserted);
  event record;
begin
  stores := array(select distinct store_id from webhook_endpoints where store_id = any(stores) and state <> 'deleted');
  if stores = '{}' then
    return null;
  end if;
  for event in select * from inserted where store_id = any(stores) order by event_id loop
    perform write_webhook_messages(event.store_id, event.type, event.event_id,
      coalesce(event.checkout_id, event.order_id, event.event_id), event.occurred_at, event.data);
  end loop;
  return null;
end $$;

-- WHK2: the same as before, with variables in place of the parameters of a SQL function, and with every instant named.
create or replace function write_webhook_messages(of_store uuid, of_type text, event uuid, of_subject uuid, at timestamptz, data json)
  returns void language plpgsql as $$
declare
  endpoint record;
begin
  for endpoint in
    select endpoint_id, test, thin, state from webhook_endpoints e
    where e.store_id = of_store and (e.types is null or of_type = any(e.types))
      and (e.state = 'enabled' or (e.state = 'disabled' and e.state_at > now() - interval '30 days'))
  loop
    insert into webhook_messages (endpoint_id, message_id, store_id, type, subject, body, state, next_attempt_at, settled_at)
    values (endpoint.endpoint_id, event, of_store, of_type, of_subject,
      '{"type":"' || of_type || '","timestamp":"' || to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","store":"' || of_store || '","version":"2026-11-29"' || case when endpoint.test then ',"test":true' else '' end
        || ',"data":' || case when endpoint.thin then thin_webhook_data(data) else data end || '}',
      case when endpoint.state = 'enabled' then 'pending' else 'cancelled' end,
      case when endpoint.state = 'enabled' then now() end, case when endpoint.state <> 'enabled' then now() end)
    on conflict do nothing;
  end loop;
end $$;

-- WHK1: the data of an event about an order, as buildEvent writes it (COM6), by its id: a node's rows have the type of another table.
drop function order_webhook_data(orders, text);
create function order_webhook_data(id uuid, more text default '') returns json language plpgsql stable as $$
declare
  o record;
begin
  select checkout_id, external_id, order_id, number, status, payment_method, subtotal_cents, total_cents, discount_cents, created_at, items, payment,
    customer, shipping into o from orders where order_id = id;
  return ('{' || coalesce('"checkout_id":"' || o.checkout_id || '",', '')
    || '"order":{"id":' || to_json(coalesce(o.external_id, o.order_id::text))
    || ',"number":' || coalesce(to_json(o.number)::text, 'null') || ',"status":"' || o.status
    || '","payment_method":' || coalesce(to_json(o.payment_method)::text, 'null') || ',"currency":"BRL","subtotal":'
    || coalesce(o.subtotal_cents::text, 'null') || ',"discount":' || coalesce(o.discount_cents::text, 'null')
    || ',"total":' || coalesce(o.total_cents::text, 'null') || ',"created_at":"'
    || to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","items":' || coalesce(o.items::text, 'null') || '},"payment":' || coalesce(o.payment::text, 'null')
    || ',"customer":' || coalesce(o.customer::text, 'null') || ',"shipping":' || coalesce(o.shipping::text, 'null') || more || '}')::json;
end $$;

-- WHK1: order.created and order.cancelled
create or replace function write_webhooks_of_order() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoints where store_id = new.store_id and state <> 'deleted') then
    perform write_webhook_messages(new.store_id, case tg_op when 'INSERT' then 'order.created' else 'order.cancelled' end,
      gen_random_uuid(), coalesce(new.checkout_id, new.order_id),
      case tg_op when 'INSERT' then new.created_at else new.status_at end, order_webhook_data(new.order_id));
  end if;
  return null;
end $$;

-- WHK1: payment.refunded, once the transaction has changed the order too
create or replace function write_webhooks_of_refund() returns trigger language plpgsql as $$
declare
  of_order record;
begin
  if exists (select from webhook_endpoints where store_id = new.store_id and state <> 'deleted') then
    select store_id, checkout_id, order_id into of_order from orders where order_id = new.order_id;
    perform write_webhook_messages(of_order.store_id, 'payment.refunded', new.refund_id,
      coalesce(of_order.checkout_id, of_order.order_id), new.settled_at,
      order_webhook_data(new.order_id, ',"refund":{"id":"' || new.refund_id || '","payment_id":' || coalesce(to_json(new.payment_id)::text, 'null')
        || ',"amount":' || new.amount_cents || ',"source":"' || new.source || '","cause":' || coalesce(to_json(new.cause)::text, 'null')
        || ',"settled_at":"' || to_char(new.settled_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"}'));
  end if;
  return null;
end $$;

-- Conversions: the same as before, one destination after the other.
create or replace function queue_order_conversions() returns trigger language plpgsql as $$
declare
  of_event text := case new.status when 'paid' then 'purchase' else 'refund' end;
  at timestamptz := case new.status when 'paid' then coalesce(new.paid_at, new.status_at) else new.status_at end;
  to_destination text;
begin
  for to_destination in
    select d.destination from conversion_destinations d
    where d.store_id = new.store_id and d.active and of_event = any(d.events)
      and (of_event = 'purchase' or exists (
        select from conversions c where c.store_id = d.store_id and c.destination = d.destination and c.event = 'purchase'
          and c.subject_id = new.order_id and c.state in ('queued', 'sent')))
  loop
    insert into conversions (store_id, destination, event, subject_id, checkout_id, order_id, occurred_at, due_at)
    values (new.store_id, to_destination, of_event, new.order_id, new.checkout_id, new.order_id, at, now())
    on conflict do nothing;
  end loop;
  return null;
end $$;

-- The same as before, with an immutable cast.
create or replace view leased_messages as
select n.run_id, n.message_key collate "C" as message_key, c.store_id, c.channel, n.connection_id, 'sending' as state,
  null::text as reason, n.recipient, n.content, to_timestamp(n.due_at / 1000) as due_at,
  string_to_array(translate(n.guards, '{}', ''), ',')::smallint[] as guards,
  1::smallint as attempts, l.expires_at as next_attempt_at, l.lease_id, n.contact_hash, l.reserved_at,
  l.run_ids as lease_runs, l.contact_hashes as lease_contacts
from message_leases l
cross join lateral unnest(l.run_ids, l.message_keys, l.connection_ids, l.recipients, l.contents, l.due_at, l.guards, l.contact_hashes)
  as n (run_id, message_key, connection_id, recipient, content, due_at, guards, contact_hash)
join connections c on c.connection_id = n.connection_id
where not exists (select from messages m where m.run_id = n.run_id and m.message_key = n.message_key collate "C");
