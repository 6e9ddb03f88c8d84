-- no-transaction
-- COM7a: orders of no cost of unsigned carts, which wait for a person
create index concurrently if not exists orders_free_waiting on orders (status_at)
  where status = 'processing' and total_cents = 0 and signed is false;
