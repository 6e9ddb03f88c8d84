-- COM15: a connection or account counts as connected once its provider has accepted its credentials
alter table connections
  -- when its provider accepted the credentials, or took a message sent with them; null: not since they were set
  add verified_at timestamptz check (isfinite(verified_at)),
  -- when the first genuine webhook came; null: none since the connection is with this account
  add first_webhook_at timestamptz check (isfinite(first_webhook_at));
alter table payment_accounts
  add verified_at timestamptz check (isfinite(verified_at)),
  add first_webhook_at timestamptz check (isfinite(first_webhook_at)),
  -- what its provider calls it
  add account text check (char_length(account) between 1 and 200);

-- What has worked before was accepted before
update connections c set
  verified_at = case when provider = 'sandbox' or exists (
    select from messages m where m.connection_id = c.connection_id and m.state in ('sent', 'delivered', 'read')) then now() end,
  first_webhook_at = case when exists (
    select from messages m where m.connection_id = c.connection_id and m.state in ('delivered', 'read'))
    or exists (select from conversations n where n.connection_id = c.connection_id) then now() end;
update payment_accounts a set verified_at = now()
where provider in ('sandbox', 'pix-key')
  or exists (select from payments p where p.account_id = a.account_id and p.provider_id is not null);
