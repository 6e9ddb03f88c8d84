-- Who may work for a store, and as what
create table memberships (
  store_id uuid not null references stores,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'editor', 'support', 'reader')),
  created_at timestamptz not null,
  primary key (store_id, user_id)
);
create index memberships_user on memberships (user_id);

-- The token itself is nowhere but in its browser
create table sessions (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  user_id uuid not null references users,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index sessions_user on sessions (user_id);
create index sessions_expires on sessions (expires_at);

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
  -- the last step of 30 s whose code was taken; none before or at it is taken again
  used_step bigint not null default 0
);

create table password_resets (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  user_id uuid not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index password_resets_user on password_resets (user_id);
create index password_resets_expires on password_resets (expires_at);

-- What people who work for a store did. Nothing about shoppers.
create table audit_log (
  activity_id uuid primary key,
  store_id uuid not null references stores,
  -- null: the command line
  user_id uuid references users,
  what text not null check (char_length(what) between 1 and 60),
  -- whom it was done to, where that is another user
  subject_id uuid references users,
  detail text check (char_length(detail) <= 200),
  at timestamptz not null
);
create index audit_log_store on audit_log (store_id, activity_id desc);
create index audit_log_at on audit_log (at);
