-- CON17: a cart that a page of a store reported with a contact, until it is abandoned or ordered. Its row is then deleted.
create table reported_carts (
  store_id uuid not null references stores,
  cart_token text not null check (char_length(cart_token) between 1 and 200),
  -- the data of its event, if it is abandoned
  data json not null,
  -- the contact keys of its shopper, as in checkouts
  email_key text,
  phone_key text,
  active_at timestamptz not null,
  abandon_at timestamptz not null,
  primary key (store_id, cart_token),
  constraint reported_carts_has_contact check (email_key is not null or phone_key is not null)
);
create index reported_carts_abandon on reported_carts (abandon_at);
create index reported_carts_email on reported_carts (store_id, email_key) where email_key is not null;
create index reported_carts_phone on reported_carts (store_id, phone_key) where phone_key is not null;
