-- COM27, COM29: what a store decided about prices; no row: nothing.
create table price_rules (
  store_id uuid primary key references stores,
  -- the goods, after the cart's discounts, must cost at least this
  minimum_order_cents bigint not null default 0,
  -- the store's own instalments; null: number and interest are the payment provider's
  max_installments int,
  interest_free_installments int,
  -- the interest of one month, in hundredths of a percent
  monthly_interest int,
  smallest_installment_cents bigint,
  constraint price_rules_minimum check (minimum_order_cents between 0 and 100000000),
  constraint price_rules_max_installments check (max_installments between 1 and 24),
  constraint price_rules_interest_free check (interest_free_installments between 1 and max_installments),
  constraint price_rules_interest check (monthly_interest between 0 and 2000),
  constraint price_rules_smallest check (smallest_installment_cents between 1 and 100000000),
  constraint price_rules_installments_whole check (
    num_nulls(max_installments, interest_free_installments, monthly_interest, smallest_installment_cents) in (0, 4))
);

-- COM27: discounts for those who pay by one method
create table method_discounts (
  store_id uuid not null references stores,
  method text not null,
  -- in hundredths of a percent, or in cents
  hundredths int,
  cents bigint,
  minimum_cents bigint not null default 0,
  -- the most that is taken off; null: no limit
  maximum_cents bigint,
  primary key (store_id, method),
  constraint method_discounts_method check (method in ('pix', 'boleto', 'card')),
  constraint method_discounts_one_reduction check (num_nonnulls(hundredths, cents) = 1),
  constraint method_discounts_hundredths check (hundredths between 1 and 10000),
  constraint method_discounts_cents check (cents between 1 and 100000000),
  constraint method_discounts_minimum check (minimum_cents between 0 and 100000000),
  constraint method_discounts_maximum check (maximum_cents between 1 and 100000000)
);

-- COM28: the coupons of a store
create table coupons (
  coupon_id uuid primary key,
  store_id uuid not null references stores,
  -- in capital letters
  code text not null,
  hundredths int,
  cents bigint,
  free_shipping boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  -- by everyone together and by one person; null: no limit
  max_uses int,
  max_uses_per_person int,
  -- how often it is or was used: its rows of coupon_uses that are not released
  uses int not null default 0,
  minimum_cents bigint not null default 0,
  -- ids or SKUs of the products that it is for; empty: all
  products text[] not null default '{}',
  first_purchase_only boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint coupons_code check (code ~ '^[A-Z0-9_-]{1,40}$'),
  constraint coupons_gives_one check (num_nonnulls(hundredths, cents) = 1 or (num_nonnulls(hundredths, cents) = 0 and free_shipping)),
  constraint coupons_hundredths check (hundredths between 1 and 10000),
  constraint coupons_cents check (cents between 1 and 100000000),
  constraint coupons_period check (ends_at is null or starts_at is null or ends_at > starts_at),
  constraint coupons_limits check (max_uses between 1 and 10000000 and max_uses_per_person between 1 and 1000),
  -- The last use is decided here, whatever a program believes.
  constraint coupons_uses_within_limit check (uses >= 0 and (max_uses is null or uses <= max_uses)),
  constraint coupons_minimum check (minimum_cents between 0 and 100000000),
  constraint coupons_products check (cardinality(products) <= 200)
);
create unique index coupons_code_once on coupons (store_id, code) where active;
create index coupons_store on coupons (store_id, coupon_id);

-- COM28: the use of a coupon by an order, from the moment when the order is placed
create table coupon_uses (
  order_id uuid primary key,
  coupon_id uuid not null references coupons,
  store_id uuid not null,
  -- held: the order is not paid yet; released: it will not be, and the use is free again
  state text not null default 'held',
  -- keyed hashes of who uses it (contact-hash.ts): e-mail address, phone, CPF or CNPJ
  person_keys text[] not null,
  held_at timestamptz not null,
  constraint coupon_uses_state check (state in ('held', 'used', 'released')),
  constraint coupon_uses_person_keys check (cardinality(person_keys) <= 3)
);
create index coupon_uses_coupon on coupon_uses (coupon_id, held_at);
create index coupon_uses_person on coupon_uses using gin (person_keys) where state <> 'released';
create index coupon_uses_held on coupon_uses (held_at) where state = 'held';

-- COM30: what a store offers on the payment page besides the cart; at most one is active.
create table order_bumps (
  bump_id uuid primary key,
  store_id uuid not null references stores,
  title text not null,
  description text,
  image text,
  sku text,
  price_cents bigint not null,
  -- shown struck through
  original_price_cents bigint,
  requires_shipping boolean not null default true,
  -- ids or SKUs of products with which it is offered; empty: with all
  products text[] not null default '{}',
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint order_bumps_title check (char_length(title) between 1 and 120),
  constraint order_bumps_description check (char_length(description) between 1 and 300),
  constraint order_bumps_image check (char_length(image) between 1 and 2000),
  constraint order_bumps_sku check (char_length(sku) between 1 and 200),
  constraint order_bumps_price check (price_cents between 1 and 100000000),
  constraint order_bumps_original_price check (original_price_cents > price_cents),
  constraint order_bumps_products check (cardinality(products) <= 200)
);
create unique index order_bumps_one_active on order_bumps (store_id) where active;
create index order_bumps_store on order_bumps (store_id, bump_id);

-- What the shopper entered and accepted.
alter table shoppers add column coupon_code text;
alter table shoppers add column bump_id uuid;
alter table shoppers add constraint shoppers_coupon_code check (char_length(coupon_code) between 1 and 40) not valid;

-- COM27 to COM30: the parts of an order's price. discount_cents has the coupon and the method's discount in it.
alter table orders add column coupon_id uuid;
alter table orders add column coupon_cents bigint;
alter table orders add column method_discount_cents bigint;
alter table orders add column interest_cents bigint;
alter table orders add column bump_id uuid;
alter table orders add column bump_cents bigint;
alter table orders add constraint orders_price_parts check (
  coupon_cents >= 0 and method_discount_cents >= 0 and interest_cents >= 0 and bump_cents >= 0) not valid;

-- COM27, COM29: the discount and the interest of one way to pay. Money that comes for a payment brings the order to its price.
alter table payments add column method_discount_cents bigint;
alter table payments add column interest_cents bigint;
alter table payments add constraint payments_price_parts check (method_discount_cents >= 0 and interest_cents >= 0) not valid;
