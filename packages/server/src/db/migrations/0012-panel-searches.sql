-- A phone as `phoneKey` of contact-hash.ts has it: a Brazilian one by area code and last 8 digits, another by all its digits; null: it is none.
-- In PL/pgSQL, since every order is indexed by it: in SQL it took five times as long.
create function phone_key(given text) returns text language plpgsql immutable parallel safe as $$
declare
  digits text := ltrim(regexp_replace(given, '[^0-9]', '', 'g'), '0');
  national text := case when digits ~ '^55[0-9]{10,11}$' then substr(digits, 3) else digits end;
begin
  return case when length(digits) not between 8 and 15 then null
    when national ~ '^[1-9][1-9](9[0-9]{8}|[2-9][0-9]{7})$' then left(national, 2) || right(national, 8)
    else digits end;
end
$$;

-- Searches for a person by an exact e-mail address or phone, or for an order by its number, at any time. Orders have their
-- e-mail address in `buyer`; events are found by their order or checkout, where they have one.
create index orders_number on orders (store_id, number) where number is not null;
-- With the id behind it: the newest are asked for, and without it a planner that believes in many would read all of a store instead.
create index orders_phone on orders (store_id, phone_key(sanitize_json(customer)->>'phone'), order_id) where customer is not null;
-- Contact keys of an event that has neither order nor checkout: written with it, since to make them here, of its data, would
-- cost as much as all the rest of storing an event.
alter table events add email_key text, add phone_key text,
  add check ((email_key is null and phone_key is null) or (order_id is null and checkout_id is null));
create index events_email on events (store_id, email_key, event_id) where email_key is not null;
create index events_phone on events (store_id, phone_key, event_id) where phone_key is not null;
