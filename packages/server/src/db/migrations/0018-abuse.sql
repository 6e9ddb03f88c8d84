-- A9: limits that all processes of an installation share: when a bucket is full again. After a crash of PostgreSQL all are full.
create unlogged table rate_buckets (
  -- a hash of the limit and its caller
  bucket bytea primary key check (octet_length(bucket) = 16),
  -- of the quota of a store; null: of no store, or of a part of it
  store_id uuid,
  full_at timestamptz not null
);
create index rate_buckets_full on rate_buckets (full_at);
create index rate_buckets_store on rate_buckets (store_id) where store_id is not null;
