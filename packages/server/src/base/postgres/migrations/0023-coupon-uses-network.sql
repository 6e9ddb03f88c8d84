-- no-transaction
-- COM28: the uses of a coupon that unsigned carts of one network hold
create index concurrently if not exists coupon_uses_of_network on coupon_uses (coupon_id, network) where network is not null;
