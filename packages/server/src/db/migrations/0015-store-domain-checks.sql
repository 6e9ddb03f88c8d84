-- CHK4: a domain is used in links only once its DNS leads here and TLS answers. What is active today stays so until it fails.
alter table store_domains
  -- the one that the owner entered; active is what the checks made of it
  add chosen boolean not null default false,
  add checked_at timestamptz,
  -- what the last check missed; null: nothing, or not checked yet
  add problem text check (problem in ('dns', 'tls')),
  -- since when every check has missed something
  add failing_since timestamptz,
  add check ((problem is null) = (failing_since is null));
update store_domains set chosen = active;
alter table store_domains add check (chosen or not active);
create unique index store_domains_one_chosen on store_domains (store_id) where chosen;
create index store_domains_checks on store_domains (checked_at nulls first) where chosen;

-- Checks note their instant every minute: other processes are notified only if links change.
drop trigger store_domains_changed on store_domains;
create trigger store_domains_came_or_went after insert or delete on store_domains
  for each row execute function store_changed();
create trigger store_domains_changed after update on store_domains
  for each row when (old.active is distinct from new.active or old.chosen is distinct from new.chosen)
  execute function store_changed();
