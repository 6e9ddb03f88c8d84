-- no-transaction
-- COM28: the orders of one person, for coupons of a first purchase
create index concurrently if not exists orders_document on orders (store_id, document_key(sanitize_json(customer)->>'document'))
  where document_key(sanitize_json(customer)->>'document') is not null;
