-- JSON of requests is stored byte for byte, and JSON may escape characters that no text of PostgreSQL can hold: NUL and halves of
-- surrogate pairs. This removes them and leaves every other byte.
create function sanitize_json(input json) returns json language sql immutable parallel safe as $$
  select case when input::text ~ '\\u(0000|[dD][89a-fA-F])' then
    regexp_replace(input::text,
      '(\\\\)|(\\u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2})|\\u(0000|[dD][89a-fA-F][[:xdigit:]]{2})',
      '\1\2', 'g')::json
  else input end
$$;

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

-- The ways in which a store ships
create table shipping_options (
  shipping_option_id uuid primary key,
  store_id uuid not null references stores,
  name text not null check (char_length(name) between 1 and 100),
  carrier text check (char_length(carrier) between 1 and 100),
  price_cents bigint not null check (price_cents >= 0),
  turnaround_min_days int check (turnaround_min_days between 0 and 365),
  turnaround_max_days int check (turnaround_max_days between 0 and 365),
  -- free where the goods come to at least this
  free_above_cents bigint check (free_above_cents >= 0),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint shipping_options_turnaround_in_order check (turnaround_min_days <= turnaround_max_days)
);
create index shipping_options_store on shipping_options (store_id, created_at) where active;

-- COM2, COM4: the truth about a purchase. `store_id` is not a foreign key, for the reason given at checkouts.
create table orders (
  order_id uuid primary key,
  store_id uuid not null,
  -- the order in the store's own system; null where it was made on our payment page
  external_id text check (char_length(external_id) between 1 and 200),
  checkout_id uuid,
  number text check (char_length(number) between 1 and 100),
  status text not null check (status in ('pending', 'processing', 'paid', 'failed', 'cancelled')),
  -- the status in the words of the store's own system
  raw_status text check (char_length(raw_status) <= 100),
  -- when the report of this status happened: an older report does not undo a newer one
  status_at timestamptz not null,
  payment_method text check (char_length(payment_method) between 1 and 50),
  currency text not null default 'BRL' check (currency ~ '^[A-Z]{3}$'),
  subtotal_cents bigint check (subtotal_cents >= 0),
  discount_cents bigint check (discount_cents >= 0),
  shipping_cents bigint check (shipping_cents >= 0),
  total_cents bigint check (total_cents >= 0),
  -- COM7a: the amount that a person or the store's own system accepted as the whole; null: neither decided
  accepted_cents bigint check (accepted_cents >= 0),
  -- COM7a: the total that the store's own system reported last; null: it reported none
  reported_total_cents bigint check (reported_total_cents >= 0),
  -- CHK11: whether a server vouched for the prices; null: it came from no checkout of ours
  signed boolean,
  customer json,
  items json,
  shipping json,
  -- what belongs to the payment method: the PIX code, the boleto, the card
  payment json,
  tracking json,
  -- COM7: the money came after the PIX had expired, or after a cancellation
  paid_late boolean not null default false,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Who bought, to count the orders of one person: derived from their e-mail address, else their phone, and erased together with these.
  buyer uuid generated always as (
    md5(coalesce(
      nullif(lower(btrim(sanitize_json(customer)->>'email')), ''),
      nullif(regexp_replace(sanitize_json(customer)->>'phone', '[^0-9]', '', 'g'), '')))::uuid) stored,
  constraint orders_paid_has_instant check (status <> 'paid' or paid_at is not null)
);
create unique index orders_external on orders (store_id, external_id) where external_id is not null;
-- COM2: a checkout has at most one order
create unique index orders_one_per_checkout on orders (checkout_id) where checkout_id is not null;
-- The newest orders of a store by arrival: ids begin with the instant.
create index orders_store on orders (store_id, order_id);
-- Revenue recovered: what was paid at a store in a span of time
create index orders_paid on orders (store_id, paid_at) where paid_at is not null;
create index orders_buyer on orders (store_id, buyer) where buyer is not null;
-- Searches by the exact number, e-mail address (`buyer`) or phone.
create index orders_number on orders (store_id, number) where number is not null;
-- With the id as last column: the newest are searched, and without it the planner may read all orders of a store instead.
create index orders_phone on orders (store_id, phone_key(sanitize_json(customer)->>'phone'), order_id) where customer is not null;

-- COM5: an open payment page shows every change at once.
create function checkout_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('checkout_changed', new.checkout_id::text);
  return null;
end $$;
create trigger orders_changed after insert or update on orders
  for each row when (new.checkout_id is not null) execute function checkout_changed();

-- Numbers of orders made on our payment page, counted for each store
create table order_numbers (
  store_id uuid primary key,
  last_number int not null check (last_number >= 1000)
);

-- A store's contract with a payment provider
create table payment_accounts (
  account_id uuid primary key,
  store_id uuid not null references stores,
  provider text not null check (char_length(provider) between 1 and 50),
  -- the settings that may be shown
  settings json not null default '{}',
  -- the secret ones: JSON, sealed under the server's secret (seal.ts)
  credentials bytea,
  -- why the owner must look at it
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now(),
  -- COM15: when its provider accepted the credentials; null: not since they were set
  verified_at timestamptz check (isfinite(verified_at)),
  -- when the first genuine webhook came; null: none
  first_webhook_at timestamptz check (isfinite(first_webhook_at)),
  -- how its provider calls it
  account text check (char_length(account) between 1 and 200)
);
-- One with each provider: older payments are looked up with the credentials of now.
create unique index payment_accounts_provider on payment_accounts (store_id, provider);

-- Which account a store is paid through, for each payment method that it offers
create table payment_methods (
  store_id uuid not null references stores,
  method text not null check (method in ('pix', 'boleto', 'card')),
  account_id uuid not null references payment_accounts,
  primary key (store_id, method)
);

-- A live store has no sandbox payments, whichever of the two is changed.
create function forbid_sandbox_in_live_store() returns trigger language plpgsql as $$
begin
  if exists (
    select from stores join payment_methods using (store_id) join payment_accounts using (account_id)
    where stores.store_id = new.store_id and stores.live and payment_accounts.provider = 'sandbox'
  ) then
    raise exception 'a live store has no sandbox payments' using errcode = 'check_violation', constraint = 'forbid_sandbox_in_live_store';
  end if;
  return null;
end $$;
create constraint trigger payment_methods_no_sandbox after insert or update on payment_methods
  for each row execute function forbid_sandbox_in_live_store();
create constraint trigger stores_no_sandbox after update of live on stores
  for each row when (new.live) execute function forbid_sandbox_in_live_store();

-- One attempt to pay an order. Written before its provider is called; its id is the provider's idempotency key.
create table payments (
  payment_id uuid primary key,
  store_id uuid not null,
  order_id uuid not null references orders,
  -- null: marked as paid by hand, through no provider
  account_id uuid references payment_accounts,
  method text not null check (method in ('pix', 'boleto', 'card', 'manual')),
  -- creating: not known yet whether the provider has it
  state text not null check (state in ('creating', 'pending', 'processing', 'paid', 'failed', 'expired', 'cancelled', 'partially_refunded',
    'refunded', 'charged_back')),
  -- why it failed: a code of packages/commerce/src/payment/refusals.ts
  reason text check (char_length(reason) <= 100),
  amount_cents bigint not null check (amount_cents >= 0),
  -- the amount received, once it is
  paid_cents bigint check (paid_cents >= 0),
  -- the part of it that was refunded
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  provider_id text check (char_length(provider_id) between 1 and 200),
  -- what the shopper pays with, as in an event's `payment` (COM6)
  details json,
  expires_at timestamptz,
  state_changed_at timestamptz not null,
  created_at timestamptz not null,
  -- when to ask the provider for its state; null: it is final
  poll_at timestamptz,
  poll_count int not null default 0,
  -- COM7a: since when its provider must cancel it
  cancel_requested_at timestamptz,
  -- since when its provider is asked to refund it; null: it is not
  refund_requested_at timestamptz,
  -- AUT8: the user who requested that, until it is recorded and the owners' e-mail is written
  refund_requested_by uuid,
  constraint payments_paid_has_amount check (state <> 'paid' or paid_cents is not null),
  constraint payments_manual_has_no_account check ((account_id is null) = (method = 'manual'))
);
create unique index payments_provider on payments (account_id, provider_id) where provider_id is not null;
create index payments_order on payments (order_id, created_at);
create index payments_poll on payments (poll_at) where poll_at is not null;
-- Two clicks on one button, or two windows, make one attempt.
create unique index payments_one_creating on payments (order_id) where state = 'creating';

-- The payments of the sandbox provider
create table sandbox_payments (
  payment_id uuid primary key,
  store_id uuid not null,
  method text not null check (method in ('pix', 'boleto', 'card')),
  state text not null check (state in ('pending', 'processing', 'paid', 'failed', 'expired', 'cancelled', 'refunded')),
  reason text,
  amount_cents bigint not null,
  details json not null,
  state_changed_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- AUT9: a change of the account that receives the money, which takes effect later. One for each store: a newer one replaces it.
create table pending_payment_changes (
  store_id uuid primary key references stores,
  change_id uuid not null unique,
  provider text not null check (char_length(provider) between 1 and 50),
  -- the request, sealed under the server's secret (seal.ts)
  request bytea not null,
  requested_by uuid not null references users,
  created_at timestamptz not null,
  due_at timestamptz not null,
  constraint pending_payment_changes_due_after_creation check (due_at > created_at)
);
create index pending_payment_changes_due on pending_payment_changes (due_at);

-- COM23: card attempts, until they are a day old. `store_id` is not a foreign key, for the reason given at checkouts.
create table card_attempts (
  attempt_id uuid primary key,
  store_id uuid not null,
  -- a keyed hash of the network; null: it is not known (CHK9)
  network bytea check (octet_length(network) = 16),
  -- not refused by a bank; an unknown outcome counts as refused
  accepted boolean not null default false,
  attempted_at timestamptz not null
);
create index card_attempts_network on card_attempts (network, attempted_at) where network is not null and not accepted;
create index card_attempts_store on card_attempts (store_id, attempted_at);
create index card_attempts_age on card_attempts (attempted_at);
