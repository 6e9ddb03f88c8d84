-- no-transaction
-- COM28: the orders of one person, for coupons of a first purchase
create index concurrently if not exists orders_mailbox on orders (store_id, (md5(mailbox_key(sanitize_json(customer)->>'email'))::uuid))
  where mailbox_key(sanitize_json(customer)->>'email') is not null;
