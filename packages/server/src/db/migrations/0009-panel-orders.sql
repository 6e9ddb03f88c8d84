-- What the sandbox delivered of an e-mail: the bytes that a mail server would have been given
alter table sandbox_messages add mime bytea;

-- The newest checkouts and leads of a store: ids begin with the instant
create index checkouts_store on checkouts (store_id, checkout_id);
create index shoppers_leads on shoppers (store_id, checkout_id) where captured_at is not null;
