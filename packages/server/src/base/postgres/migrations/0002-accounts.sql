create table users (
  user_id uuid primary key,
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  password_hash text not null,
  created_at timestamptz not null default now(),
  -- null: shown by their e-mail
  name text check (char_length(name) between 1 and 100)
);
create unique index users_email on users (email);

-- Who may work for a store, and in which role
create table memberships (
  store_id uuid not null references stores,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'editor', 'support', 'reader')),
  created_at timestamptz not null,
  primary key (store_id, user_id)
);
create index memberships_user on memberships (user_id);

-- The token itself is only in its browser.
create table sessions (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  user_id uuid not null references users,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- the id by which it is listed and ended; the hash of its token is a secret
  session_id uuid not null default gen_random_uuid(),
  -- AUT2: when its user last proved who they are
  authenticated_at timestamptz not null default now(),
  -- browser and operating system, as lists show them
  browser text check (char_length(browser) <= 60),
  constraint sessions_expire_after_creation check (expires_at > created_at)
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);

-- AUT3: browsers in which a user has signed in. The token itself is only in its browser.
create table known_browsers (
  user_id uuid not null references users,
  token_sha256 bytea not null check (octet_length(token_sha256) = 32),
  expires_at timestamptz not null,
  primary key (user_id, token_sha256)
);
create index known_browsers_expires on known_browsers (expires_at);

-- Sign-in attempts, by account and by address: keyed hashes, so that no one can read who tries
create table sign_in_attempts (
  subject bytea primary key check (octet_length(subject) = 16),
  attempts int not null check (attempts >= 0),
  window_ends timestamptz not null
);
create index sign_in_attempts_window on sign_in_attempts (window_ends);

create table second_factors (
  user_id uuid primary key references users,
  -- sealed under the server's secret (seal.ts)
  secret bytea not null,
  -- null: shown, but no code has proven that it arrived
  confirmed_at timestamptz,
  -- the last step of 30 s whose code was used; a code of this step or an earlier one is refused
  used_step bigint not null default 0
);

-- AUT4: keyed hashes of the codes that replace a lost second factor; each is deleted when it is used
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null check (octet_length(code_hash) = 16),
  primary key (user_id, code_hash)
);

-- AUT4: the public part of a passkey; the private key is in its device
create table passkeys (
  credential_id text collate "C" primary key check (char_length(credential_id) between 1 and 1400),
  user_id uuid not null references users,
  public_key bytea not null,
  -- a signature counter that falls shows a copy; 0: the device does not count
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge is answered once.
create table passkey_challenges (
  challenge_sha256 bytea primary key check (octet_length(challenge_sha256) = 32),
  -- whose passkey is added; null: a sign-in
  user_id uuid references users,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

create table password_resets (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint password_resets_expire_after_creation check (expires_at > created_at)
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires_at);

-- AUT5: an invitation counts in the daily limit of its store, accepted or not
create table invitations (
  invitation_id uuid primary key,
  store_id uuid not null references stores,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'editor', 'support', 'reader')),
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  invited_by uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- accepted or withdrawn
  ended_at timestamptz,
  constraint invitations_expire_after_creation check (expires_at > created_at)
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

-- Filters of the panel's lists, saved under a name
create table saved_views (
  view_id uuid primary key,
  store_id uuid not null references stores,
  user_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 60),
  -- the members of the filter, as in the page's address
  filter json not null,
  created_at timestamptz not null
);
create unique index saved_views_name on saved_views (store_id, user_id, name);

-- What people who work for a store did. Nothing about shoppers.
create table audit_log (
  activity_id uuid primary key,
  store_id uuid not null references stores,
  -- null: the command line
  user_id uuid references users,
  action text not null check (char_length(action) between 1 and 60),
  -- the user it was done to, where that is another one
  subject_id uuid references users,
  detail text check (char_length(detail) <= 200),
  created_at timestamptz not null
);
create index audit_log_store on audit_log (store_id, activity_id desc);
create index audit_log_created on audit_log (created_at);

-- AUT6: entries are added, and deleted once they are two years old. No statement changes one.
-- The service's role may only insert and select (CHK25); it deletes old entries through purge_audit_log.
create function audit_log_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '729 days' then
    return old;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_append_only();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_append_only();

create function purge_audit_log(until timestamptz, most int) returns int
  language plpgsql security definer set search_path from current as $$
declare
  purged int;
begin
  delete from audit_log where activity_id in (
    select activity_id from audit_log where created_at < until order by created_at limit most for update skip locked);
  get diagnostics purged = row_count;
  return purged;
end $$;
revoke execute on function purge_audit_log from public;
