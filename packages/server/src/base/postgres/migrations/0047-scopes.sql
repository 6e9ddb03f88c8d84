-- API1: what a secret key is limited to; null: it may do everything.
alter table api_keys add column scopes text[];
alter table api_keys add constraint api_keys_scopes check (
  scopes is null or (
    kind = 'secret' and cardinality(scopes) > 0 and
    scopes <@ array['checkouts:read', 'checkouts:write', 'orders:read', 'orders:write', 'events:write', 'webhooks:read',
      'webhooks:write']))
  not valid;

-- API2: the secret key that acted; then there is no user.
alter table audit_log add column key_id text;
alter table audit_log add constraint audit_log_key check (key_id is null or (key_id ~ '^[0-9a-f]{16}$' and user_id is null)) not valid;
-- A refund that a key requested says source = 'command_line', which the previous release knows.
alter table refunds add column key_id text;
alter table refunds add constraint refunds_key check (
  key_id is null or (key_id ~ '^[0-9a-f]{16}$' and requested_by is null and source = 'command_line')) not valid;
