-- Who sells, as the payment page shows it, and how a store is paid
alter table stores
  add legal_name text check (char_length(legal_name) between 1 and 200),
  -- CPF or CNPJ, digits and capitals alone
  add document text check (document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'),
  add address text check (char_length(address) between 1 and 300),
  add email text check (char_length(email) between 3 and 254),
  add phone text check (char_length(phone) between 8 and 30),
  add url text check (char_length(url) <= 2000),
  -- COM7a: where else than to its site unsigned carts may lead: hosts, separated by commas
  add site_hosts text check (char_length(site_hosts) between 1 and 500),
  add returns_url text check (char_length(returns_url) <= 2000),
  add privacy_url text check (char_length(privacy_url) <= 2000),
  add logo_url text check (char_length(logo_url) <= 2000),
  -- the colour of the payment page's buttons
  add accent text check (accent ~ '^#[0-9a-f]{6}$'),
  -- it sells in earnest: its payments are never pretended
  add live boolean not null default false,
  -- COM7: for how long a PIX code is good, in minutes
  add pix_minutes int not null default 1440 check (pix_minutes between 15 and 43200),
  -- COM7: on which day from today a boleto is due
  add boleto_days int not null default 3 check (boleto_days between 1 and 60),
  -- COM3: minutes without activity
  add abandon_minutes int not null default 30 check (abandon_minutes between 10 and 10080);

-- Who is at a checkout, from the first visit of its page on: contact data, browser, and when the shopper was last there.
create table shoppers (
  checkout_id uuid primary key,
  store_id uuid not null,
  -- {name, email, phone, document}; null: what the request has of them is all there is
  customer json,
  -- {zipcode, street, number, complement, neighborhood, city, state}
  address json,
  shipping_option_id uuid,
  -- {ip, name, os, device, referrer, utms}
  browser json,
  active_at timestamptz not null
);

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
  check (turnaround_min_days <= turnaround_max_days)
);
create index shipping_options_store on shipping_options (store_id, created_at) where active;

-- COM2: a checkout has at most one order
create unique index orders_one_per_checkout on orders (checkout_id) where checkout_id is not null;
-- The newest orders of a store by arrival: ids begin with the instant.
create index orders_store on orders (store_id, order_id);
drop index orders_checkout;

-- Numbers of orders made on our payment page, counted for each store
create table order_numbers (
  store_id uuid primary key,
  last_number int not null check (last_number >= 1000)
);

-- A store's contract with a provider of payments
create table payment_accounts (
  account_id uuid primary key,
  store_id uuid not null references stores,
  provider text not null check (char_length(provider) between 1 and 50),
  -- what may be seen
  settings json not null default '{}',
  -- what may not: JSON, sealed under the server's secret (seal.ts)
  credentials bytea,
  -- why the owner must look at it
  last_error text check (char_length(last_error) <= 200),
  created_at timestamptz not null default now()
);
-- one with each provider: payments of before are asked about with the credentials of now
create unique index payment_accounts_provider on payment_accounts (store_id, provider);

-- Which account a store is paid through, for each way of paying that it offers
create table payment_methods (
  store_id uuid not null references stores,
  method text not null check (method in ('pix', 'boleto', 'card')),
  account_id uuid not null references payment_accounts,
  primary key (store_id, method)
);

-- No pretended payments in a store that sells in earnest, whichever of the two is changed
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
  -- creating: no one knows yet whether the provider has it
  state text not null check (state in ('creating', 'pending', 'processing', 'paid', 'failed', 'expired', 'cancelled', 'partially_refunded',
    'refunded', 'charged_back')),
  -- why it failed: a code of packages/commerce/src/payment/refusals.ts
  reason text check (char_length(reason) <= 100),
  amount_cents bigint not null check (amount_cents >= 0),
  -- what arrived, where it arrived
  paid_cents bigint check (paid_cents >= 0),
  -- what of it was given back in part
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  provider_id text check (char_length(provider_id) between 1 and 200),
  -- what the shopper pays with, in the words of an event's `payment` (COM6)
  details json,
  expires_at timestamptz,
  state_changed_at timestamptz not null,
  created_at timestamptz not null,
  -- when to ask the provider what became of it; null: nothing more is expected
  poll_at timestamptz,
  checks int not null default 0,
  -- COM7a: since when its provider must cancel it
  cancel_requested_at timestamptz,
  -- since when its provider is asked to give its money back; null: it is not
  refund_requested_at timestamptz,
  -- AUT8: the user who asked for that, until it is recorded and owners are written about it
  refund_requested_by uuid,
  -- what is known at the provider has its id; the provider's yes needs an amount
  check (state <> 'paid' or paid_cents is not null),
  check ((account_id is null) = (method = 'manual'))
);
create unique index payments_provider on payments (account_id, provider_id) where provider_id is not null;
create index payments_order on payments (order_id, created_at);
create index payments_check on payments (poll_at) where poll_at is not null;
-- Two presses of one button, or two windows, make one attempt
create unique index payments_one_creating on payments (order_id) where state = 'creating';

-- What the sandbox provider of payments was asked for, and what someone pressed there
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

-- COM5: an open payment page shows a change at once, whatever made it
create function checkout_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('checkout_changed', new.checkout_id::text);
  return null;
end $$;
create trigger orders_changed after insert or update on orders
  for each row when (new.checkout_id is not null) execute function checkout_changed();

-- COM8: what people agreed to or withdrew. Rows are only added; `person` is the keyed hash of opt_outs, so that a row says nothing
-- about someone who was erased but that they once said so.
create table consents (
  consent_id uuid primary key,
  store_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'email', 'sms')),
  person bytea not null,
  state text not null check (state in ('granted', 'withdrawn')),
  -- where it was said: checkout, unsubscribe page, reply, import, panel
  source text not null check (char_length(source) between 1 and 50),
  -- which words were agreed to
  text_version text check (char_length(text_version) <= 50),
  ip inet,
  at timestamptz not null
);
create index consents_person on consents (store_id, person, at);

-- COM8: exports and erasures that were asked for, and what came of them, without saying of whom
create table privacy_requests (
  request_id uuid primary key,
  store_id uuid not null,
  kind text not null check (kind in ('export', 'erase')),
  person bytea not null,
  requested_by text not null check (char_length(requested_by) between 1 and 200),
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- how many rows of what were touched
  counts json
);
create index privacy_requests_store on privacy_requests (store_id, requested_at);

-- Opens and clicks that no person made are taken down too; they move no run
alter table inbound_messages
  drop constraint inbound_messages_kind_check,
  add constraint inbound_messages_kind_check
    check (kind in ('reply', 'open', 'click', 'bot_open', 'bot_click'));
-- COM8: the inputs of the runs of an erased person
create index inbound_messages_run on inbound_messages (run_id) where run_id is not null;

-- What was sent to us is kept as it came, and JSON may escape characters that no text of PostgreSQL can hold: NUL and halves of
-- surrogate pairs. Queries that parse it leave these out; everything else stays byte for byte.
create function sanitize_json(given json) returns json language sql immutable parallel safe as $$
  select case when given::text ~ '\\u(0000|[dD][89a-fA-F])' then
    regexp_replace(given::text,
      '(\\\\)|(\\u[dD][89abAB][[:xdigit:]]{2}\\u[dD][c-fC-F][[:xdigit:]]{2})|\\u(0000|[dD][89a-fA-F][[:xdigit:]]{2})',
      '\1\2', 'g')::json
  else given end
$$;

-- Who bought, to count the orders of one person: made of their e-mail address, else their phone, and gone together with these.
alter table orders add buyer uuid generated always as (
  md5(coalesce(
    nullif(lower(btrim(sanitize_json(customer)->>'email')), ''),
    nullif(regexp_replace(sanitize_json(customer)->>'phone', '[^0-9]', '', 'g'), '')))::uuid) stored;
create index orders_buyer on orders (store_id, buyer) where buyer is not null;
