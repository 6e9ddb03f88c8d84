-- no-transaction
-- COM30: what an order bump sold in a period
create index concurrently if not exists orders_bump on orders (bump_id, paid_at) where bump_id is not null;
