-- COM44: what a provider reported of the templates of a connection's account, the newest report of each.
create table template_statuses (
  connection_id uuid not null references connections,
  name text not null check (char_length(name) between 1 and 512),
  language text not null check (char_length(language) <= 20),
  -- whether nothing can be sent with it
  stopped boolean not null,
  at timestamptz not null check (isfinite(at)),
  primary key (connection_id, name, language)
);
create index template_statuses_stopped on template_statuses (connection_id) where stopped;

-- COM44: owners get an e-mail about a template that stopped.
alter table incidents drop constraint incidents_kind_check;
alter table incidents add constraint incidents_kind_check check (kind in (
  'whatsapp', 'email', 'sms', 'late', 'contacts', 'store_bytes', 'cards', 'daily_whatsapp', 'daily_email', 'daily_sms', 'templates'));

-- COM43: webhooks of a payment account that were not proved to be its provider's, since its credentials were set
create table rejected_payment_webhooks (
  account_id uuid primary key references payment_accounts,
  count bigint not null check (count > 0),
  last_at timestamptz not null check (isfinite(last_at))
);
