-- What the webhooks of a connection contained and could not be used, counted. No row holds a value of a webhook: `shape` is made of names
-- that the provider's protocol gives to kinds, members and statuses.
create table connection_observations (
  connection_id uuid not null references connections,
  code text not null check (code in (
    'rejected_signature', 'unknown_kind', 'unknown_status', 'empty_message', 'unmatched_reply', 'wrong_time')),
  shape text not null check (char_length(shape) <= 100),
  count bigint not null default 1 check (count > 0),
  first_at timestamptz not null check (isfinite(first_at)),
  last_at timestamptz not null check (isfinite(last_at)),
  primary key (connection_id, code, shape),
  constraint connection_observations_first_before_last check (first_at <= last_at)
);
create index connection_observations_last on connection_observations (last_at);
