-- TST1: the store whose test mode this one is; null: it is not a test store. Its settings are those of that store, and nothing of it reaches
-- the outside world but its webhooks.
alter table stores add column test_of uuid;
alter table stores add constraint stores_test_of_fkey foreign key (test_of) references stores not valid;
alter table stores add constraint stores_test_is_not_live check (test_of is null or not (live or demo or example_of is not null)) not valid;
create unique index stores_one_test on stores (test_of) where test_of is not null and deleted_at is null;

-- TST2: every setting of a store is that of its test store too, and its end is.
create function copy_settings_to_test_store() returns trigger language plpgsql as $$
begin
  update stores t set (name, active, signed_carts_only, time_zone, legal_name, document, address, email, phone, url, site_hosts, returns_url,
    privacy_url, logo_url, accent, corners, returns_text, privacy_text, sender_name, sender_email, pix_minutes, boleto_days, abandon_minutes,
    count_bot_events, no_reply_minutes, late_minutes, business_hours, require_second_factor, support_refund_cents, deleted_at)
  = (new.name, new.active, new.signed_carts_only, new.time_zone, new.legal_name, new.document, new.address, new.email, new.phone, new.url,
    new.site_hosts, new.returns_url, new.privacy_url, new.logo_url, new.accent, new.corners, new.returns_text, new.privacy_text,
    new.sender_name, new.sender_email, new.pix_minutes, new.boleto_days, new.abandon_minutes, new.count_bot_events, new.no_reply_minutes,
    new.late_minutes, new.business_hours, new.require_second_factor, new.support_refund_cents, new.deleted_at)
  where t.test_of = new.store_id and t.deleted_at is null;
  return null;
end $$;
create trigger stores_copy_to_test after update on stores
  for each row when (new.test_of is null) execute function copy_settings_to_test_store();

-- TST3: a test store has no provider but those that send nothing to anyone and move no money, no domain, and no members of its own.
create function forbid_in_test_store() returns trigger language plpgsql as $$
begin
  if exists (select from stores where stores.store_id = new.store_id and test_of is not null) then
    raise exception 'a test store reaches no one' using errcode = 'check_violation', constraint = 'forbid_in_test_store';
  end if;
  return null;
end $$;
create constraint trigger connections_not_in_test after insert or update of provider on connections
  for each row when (new.provider <> 'sandbox') execute function forbid_in_test_store();
create constraint trigger payment_accounts_not_in_test after insert or update of provider on payment_accounts
  for each row when (new.provider <> 'sandbox') execute function forbid_in_test_store();
create constraint trigger store_domains_not_in_test after insert or update on store_domains
  for each row execute function forbid_in_test_store();
create constraint trigger freight_accounts_not_in_test after insert or update on freight_accounts
  for each row execute function forbid_in_test_store();
create constraint trigger conversion_destinations_not_in_test after insert or update on conversion_destinations
  for each row execute function forbid_in_test_store();
create constraint trigger invitations_not_in_test after insert on invitations
  for each row execute function forbid_in_test_store();
create constraint trigger memberships_not_in_test after insert on memberships
  for each row execute function forbid_in_test_store();
