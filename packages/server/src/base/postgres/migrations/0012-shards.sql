-- The shards besides shard 0 (SHD2). Only the table in the database of shard 0 is used.
create table shards (
  shard int primary key,
  -- Where it is, sealed under the server's secret (seal.ts): connection strings contain passwords.
  address bytea not null,
  state text not null,
  created_at timestamptz not null default now(),
  constraint shards_number check (shard between 1 and 3843),
  constraint shards_state check (state in ('open', 'drained', 'moving'))
);

-- Which shard this database or schema is. Empty: shard 0, or none yet.
create table shard_place (
  shard int primary key,
  constraint shard_place_number check (shard between 1 and 3843)
);
create unique index shard_place_single on shard_place ((true));

-- Which store may have a domain, for stores of all shards. Only the table in the database of shard 0 is used.
create table domain_claims (
  hostname text primary key,
  store_id uuid not null
);
create index domain_claims_store on domain_claims (store_id);
insert into domain_claims (hostname, store_id) select hostname, store_id from store_domains;

-- A code of a shard above 0 begins with two more letters, which name it.
alter table short_links drop constraint short_links_code_check;
alter table short_links
  add constraint short_links_code_format check (code ~ '^([0-9A-Za-z]{2})?[0-9A-Za-z]{10}$') not valid;
