-- COM46: what is given back of the money of an order. Written before the provider is called; its id is the provider's idempotency key.
create table refunds (
  refund_id uuid primary key,
  -- of one click: its repetition is the same refund
  request_id uuid not null,
  store_id uuid not null,
  order_id uuid not null references orders,
  -- null: money that no payment recorded
  payment_id uuid references payments,
  amount_cents bigint not null check (amount_cents > 0),
  -- what was given back of the payment before: the refund is made once the provider reports this and the amount
  before_cents bigint not null check (before_cents >= 0),
  state text not null check (state in ('requested', 'done', 'failed')),
  -- provider: the store gave it back there
  source text not null check (source in ('member', 'command_line', 'provider')),
  requested_by uuid,
  -- the pieces of lines and the shipping that it is for; null: an amount
  lines json,
  cause text check (cause in ('changed_mind', 'out_of_stock', 'defective', 'paid_twice', 'other')),
  -- why it failed
  failure text check (char_length(failure) <= 100),
  requested_at timestamptz not null,
  settled_at timestamptz,
  constraint refunds_settled check ((state = 'requested') = (settled_at is null)),
  constraint refunds_failed_has_reason check ((state = 'failed') = (failure is not null))
);
create unique index refunds_once on refunds (request_id, payment_id) nulls not distinct where state <> 'failed';
create unique index refunds_one_requested on refunds (payment_id) where state = 'requested';
create index refunds_order on refunds (order_id, requested_at);

-- COM46: the requested refund of a payment whose outcome is not known yet. No more is requested than is left.
alter table payments add column refunding_cents bigint not null default 0;
alter table payments add constraint payments_refunding_within_paid check (
  refunding_cents = 0 or (refunding_cents > 0 and refunding_cents + refunded_cents <= coalesce(paid_cents, amount_cents))) not valid;

-- COM46: the part of a simulated payment that was given back
alter table sandbox_payments add column refunded_cents bigint not null default 0;
alter table sandbox_payments add constraint sandbox_payments_refunded_within_amount
  check (refunded_cents between 0 and amount_cents) not valid;

-- AUT6: the entries of the audit log about an order; one that is two years old is gone there.
create table order_activities (
  store_id uuid not null,
  order_id uuid not null references orders,
  activity_id uuid not null,
  primary key (order_id, activity_id)
);
