-- API1: what a secret key is limited to; null: it may do everything.
alter table api_keys add column scopes text[];
alter table api_keys add constraint api_keys_scopes check (
  scopes is null or (
    kind = 'secret' and cardinality(scopes) > 0 and
    scopes <@ array['checkouts:read', 'checkouts:write', 'orders:read', 'orders:write', 'events:write', 'webhooks:read',
      'webhooks:write']))
  not valid;
