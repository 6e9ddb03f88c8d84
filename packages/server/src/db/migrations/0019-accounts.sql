-- How people are called; null: by their e-mail
alter table users add name text check (char_length(name) between 1 and 100);

alter table sessions
  -- what lists and the end of one name a session by; its token's hash is a secret
  add session_id uuid not null default gen_random_uuid(),
  -- AUT2: when its user last proved who they are
  add authenticated_at timestamptz not null default now(),
  -- browser and system, as lists show them
  add browser text check (char_length(browser) <= 60);

-- AUT3: browsers in which a user has signed in. The token itself is nowhere but in its browser.
create table known_browsers (
  user_id uuid not null references users,
  token_sha256 bytea not null check (octet_length(token_sha256) = 32),
  expires_at timestamptz not null,
  primary key (user_id, token_sha256)
);
create index known_browsers_expires on known_browsers (expires_at);

-- AUT4: what is known of a passkey; the private key is in its device
create table passkeys (
  credential_id text collate "C" primary key check (char_length(credential_id) between 1 and 1400),
  user_id uuid not null references users,
  public_key bytea not null,
  -- a signature counter that falls shows a copy; 0: its device counts nothing
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge is answered once
create table passkey_challenges (
  challenge_sha256 bytea primary key check (octet_length(challenge_sha256) = 32),
  -- whose passkey is added; null: a sign-in
  user_id uuid references users,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

-- AUT4: keyed hashes of the codes that stand in for a lost second factor; each is deleted when it is used
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null check (octet_length(code_hash) = 16),
  primary key (user_id, code_hash)
);

-- AUT5: an invitation counts against the day of its store, whatever becomes of it
create table invitations (
  invitation_id uuid primary key,
  store_id uuid not null references stores,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'editor', 'support', 'reader')),
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- accepted or withdrawn
  ended_at timestamptz
);
create index invitations_store on invitations (store_id, created_at);
create index invitations_expires on invitations (expires_at);

-- A new e-mail address that its owner has yet to confirm
create table email_changes (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  user_id uuid not null references users,
  email text not null check (email = lower(email)),
  expires_at timestamptz not null
);
create index email_changes_user on email_changes (user_id);
create index email_changes_expires on email_changes (expires_at);

-- AUT8: e-mails about accounts that have yet to be sent, written with the change that they report. No secret is in them.
create table account_mails (
  mail_id uuid primary key,
  recipient text not null check (char_length(recipient) between 3 and 254),
  kind text not null check (char_length(kind) between 1 and 60),
  -- the values of its text
  details json not null,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  attempts int not null default 0
);
create index account_mails_due on account_mails (next_attempt_at);

alter table stores
  -- AUT4: owners without a second factor are refused
  add require_second_factor boolean not null default false,
  -- AUT5: the highest amount that support may refund, in cents; null: any
  add support_refund_cents bigint default 50000 check (support_refund_cents >= 0);

-- AUT9: a change of where the money goes that waits. One for each store: a newer one replaces it.
create table pending_payment_changes (
  store_id uuid primary key references stores,
  change_id uuid not null unique,
  provider text not null check (char_length(provider) between 1 and 50),
  -- the request, sealed under the server's secret (seal.ts)
  request bytea not null,
  requested_by uuid not null references users,
  created_at timestamptz not null,
  due_at timestamptz not null check (due_at > created_at)
);
create index pending_payment_changes_due on pending_payment_changes (due_at);
