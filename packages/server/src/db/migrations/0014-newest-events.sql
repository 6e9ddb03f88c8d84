-- The newest events of a kind, which an automation is tried out with: ids begin with the instant
create index events_newest on events (store_id, type, event_id);
