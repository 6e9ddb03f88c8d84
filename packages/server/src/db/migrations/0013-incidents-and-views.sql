-- Incidents that stop the messages of a store, since when, and whether its owners were notified. Deleted once they end.
create table incidents (
  store_id uuid not null references stores,
  -- a channel that does not work, or work that is late
  kind text not null check (kind in ('whatsapp', 'email', 'sms', 'late')),
  started_at timestamptz not null,
  notified_at timestamptz,
  primary key (store_id, kind)
);
create index connections_troubled on connections (store_id, channel) where active and (last_error is not null or delivery_alert is not null);

-- Filters of the panel's lists that someone keeps under a name
create table saved_views (
  view_id uuid primary key,
  store_id uuid not null references stores,
  user_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 60),
  -- the members of the filter, as they stand in the page's address
  filter json not null,
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (store_id, user_id, name);
