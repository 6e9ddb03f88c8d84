-- AUT10: since when a member has the role of owner, and who gave it: null of both is a membership from before, since its beginning.
alter table memberships
  add column owner_since timestamptz,
  add column owner_granted_by uuid;

-- AUT5: what a member whose role has a limit refunded or declared paid, until it is a day old. `subject`: the order or payment.
create table role_amounts (
  store_id uuid not null references stores,
  user_id uuid not null,
  subject text not null check (char_length(subject) between 1 and 100),
  amount_cents bigint not null check (amount_cents >= 0),
  counted_at timestamptz not null,
  primary key (store_id, user_id, subject)
);
