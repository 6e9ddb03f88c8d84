-- COM42: messages to each recipient of a store who has not paid there, since the first one of a day; a day later the row is deleted.
create table recipient_counts (
  store_id uuid not null,
  contact_hash bytea not null check (octet_length(contact_hash) = 16),
  since timestamptz not null,
  sent int not null check (sent >= 0),
  primary key (store_id, contact_hash)
);
create index recipient_counts_since on recipient_counts (since);
