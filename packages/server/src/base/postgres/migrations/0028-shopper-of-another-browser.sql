-- COM35: the keyed hash under which codes to a contact are counted: one for all addresses of a mailbox. Null: stored by an earlier release.
alter table shopper_codes add column counted_hash bytea;
create index shopper_codes_counted on shopper_codes (store_id, counted_hash, created_at);

-- COM24: when the order got another address than the one that was entered or ordered before, from a browser that did not know that one
alter table orders add column address_changed_at timestamptz;
