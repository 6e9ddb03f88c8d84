-- A phone as `phoneKey` of person.ts has it: a Brazilian one by area code and last 8 digits, another by all its digits; null: it is none.
create function phone_key(given text) returns text language sql immutable parallel safe as $$
  select case when length(digits) not between 8 and 15 then null
    when national ~ '^[1-9][1-9](9[0-9]{8}|[2-9][0-9]{7})$' then left(national, 2) || right(national, 8)
    else digits end
  from (select digits, case when digits ~ '^55[0-9]{10,11}$' then substr(digits, 3) else digits end as national
    from (select ltrim(regexp_replace(given, '[^0-9]', '', 'g'), '0') as digits) bare) told
$$;

-- An e-mail address as `emailKey` of person.ts has it, of what names a person.
create function email_key(who json) returns text language sql immutable parallel safe as $$
  select nullif(lower(btrim(who->>'email')), '')
$$;

-- Somebody who is searched for by all of an e-mail address or of a phone, or an order by its number, whenever that was. Orders have their
-- e-mail address in `buyer`; events are found by their order or checkout, where they have one.
create index orders_number on orders (store_id, number) where number is not null;
create index orders_phone on orders (store_id, phone_key(storable_json(customer)->>'phone')) where customer is not null;
create index shoppers_email on shoppers (store_id, email_key(storable_json(customer))) where captured_at is not null;
create index shoppers_phone on shoppers (store_id, phone_key(storable_json(customer)->>'phone')) where captured_at is not null;
create index events_email on events
  (store_id, coalesce(email_key(storable_json(data)->'customer'), email_key(storable_json(data)->'lead')))
  where order_id is null and checkout_id is null;
create index events_phone on events
  (store_id, phone_key(coalesce(storable_json(data)->'customer'->>'phone', storable_json(data)->'lead'->>'phone')))
  where order_id is null and checkout_id is null;
