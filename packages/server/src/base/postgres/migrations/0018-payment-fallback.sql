-- COM40: the account that takes a payment method while the first one is down; null: none.
alter table payment_methods add column fallback_account_id uuid;
alter table payment_methods add constraint payment_methods_fallback_exists
  foreign key (fallback_account_id) references payment_accounts not valid;
alter table payment_methods add constraint payment_methods_fallback_differs
  check (fallback_account_id <> account_id) not valid;

-- A live store has no sandbox payments as a fallback either.
create function forbid_sandbox_fallback_in_live_store() returns trigger language plpgsql as $$
begin
  if exists (
    select from stores join payment_methods using (store_id)
      join payment_accounts on payment_accounts.account_id = payment_methods.fallback_account_id
    where stores.store_id = new.store_id and stores.live and payment_accounts.provider = 'sandbox'
  ) then
    raise exception 'a live store has no sandbox payments' using errcode = 'check_violation', constraint = 'forbid_sandbox_in_live_store';
  end if;
  return null;
end $$;
create constraint trigger payment_methods_no_sandbox_fallback after insert or update on payment_methods
  for each row when (new.fallback_account_id is not null) execute function forbid_sandbox_fallback_in_live_store();
create constraint trigger stores_no_sandbox_fallback after update of live on stores
  for each row when (new.live) execute function forbid_sandbox_fallback_in_live_store();

-- COM40: until then the account counts as down, since it failed several times within a minute.
alter table payment_accounts add column down_until timestamptz;

-- COM39: the bank's page on which the holder of a card confirms the payment, and until when it is offered.
alter table payments add column challenge_url text, add column challenge_until timestamptz;
alter table payments add constraint payments_challenge_has_end
  check ((challenge_url is null) = (challenge_until is null) and char_length(challenge_url) between 1 and 2000) not valid;
-- COM40: it failed because its provider certainly never made it
alter table payments add column never_made boolean not null default false;
