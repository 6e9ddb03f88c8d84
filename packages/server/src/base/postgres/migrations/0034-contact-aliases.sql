-- Whom a provider's own id of a person means: WhatsApp names people without their phone, by a LID or a business-scoped user id. Both are
-- keyed hashes (contact-hash.ts), so a row says nothing of a person.
create table contact_aliases (
  store_id uuid not null,
  alias_hash bytea not null check (octet_length(alias_hash) = 16),
  contact_hash bytea not null check (octet_length(contact_hash) = 16),
  noted_at timestamptz not null,
  primary key (store_id, alias_hash)
);
create index contact_aliases_noted on contact_aliases (noted_at);
