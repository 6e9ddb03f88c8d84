-- Revenue recovered: what was paid at a store in a span of time
create index orders_paid on orders (store_id, paid_at) where paid_at is not null;
-- The messages of a store, newest first. Neither column ever changes, so a message's updates stay on their page.
create index messages_store on messages (store_id, due_at);

-- Someone stopped it: the runs that it had not reached are left as they are
alter table run_operations add stopped_at timestamptz, add check (stopped_at is null or finished_at is not null);
