-- COM36: what a shopper agreed to at a checkout, or took back; no row: never decided. A grant of a purpose undoes no opt-out of a channel.
create table shopper_consents (
  checkout_id uuid not null,
  store_id uuid not null,
  purpose text not null check (purpose in ('marketing', 'advertising')),
  granted boolean not null,
  -- which words were shown
  text_version text not null check (char_length(text_version) between 1 and 50),
  -- where it was said: checkout
  source text not null check (char_length(source) between 1 and 50),
  decided_at timestamptz not null,
  primary key (checkout_id, purpose)
);

-- COM35: one-time codes that show whose contact it is. Only keyed hashes of code and contact are stored.
create table shopper_codes (
  code_id uuid primary key,
  store_id uuid not null,
  checkout_id uuid not null,
  -- the keyed hash of opt_outs
  contact_hash bytea not null,
  -- the paid checkout whose data it opens; null: the contact never bought, and nothing was sent
  earlier_checkout_id uuid,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  attempts smallint not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null check (isfinite(expires_at))
);
create index shopper_codes_checkout on shopper_codes (checkout_id, created_at);
create index shopper_codes_contact on shopper_codes (store_id, contact_hash, created_at);
create index shopper_codes_created on shopper_codes (created_at);
