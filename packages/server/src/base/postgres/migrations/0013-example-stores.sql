-- AUT15: a store of example data, and the user for whom it was made; null: a store of its own. Nothing of it reaches the outside world.
alter table stores add column example_of uuid;
alter table stores add constraint stores_example_is_not_live check (example_of is null or not live) not valid;
create unique index stores_one_example on stores (example_of) where example_of is not null and deleted_at is null;

-- AUT16: an example store has no provider but those that send nothing to anyone and move no money, and no domain.
create function forbid_in_example_store() returns trigger language plpgsql as $$
begin
  if exists (select from stores where stores.store_id = new.store_id and example_of is not null) then
    raise exception 'an example store reaches no one' using errcode = 'check_violation', constraint = 'forbid_in_example_store';
  end if;
  return null;
end $$;
create constraint trigger connections_not_in_example after insert or update of provider on connections
  for each row when (new.provider <> 'sandbox') execute function forbid_in_example_store();
create constraint trigger payment_accounts_not_in_example after insert or update of provider on payment_accounts
  for each row when (new.provider <> 'sandbox') execute function forbid_in_example_store();
create constraint trigger store_domains_not_in_example after insert or update on store_domains
  for each row execute function forbid_in_example_store();
create constraint trigger invitations_not_in_example after insert on invitations
  for each row execute function forbid_in_example_store();
