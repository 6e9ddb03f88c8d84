-- Users are in one database, that of shard 0; stores are in their shards, which may be others. No row refers to a row of the other kind.
alter table memberships drop constraint memberships_user_id_fkey;
alter table invitations drop constraint invitations_invited_by_fkey;
alter table saved_views drop constraint saved_views_user_id_fkey;
alter table audit_log drop constraint audit_log_user_id_fkey;
alter table audit_log drop constraint audit_log_subject_id_fkey;
alter table automations drop constraint automations_draft_saved_by_fkey;
alter table automation_versions drop constraint automation_versions_published_by_fkey;
alter table pending_payment_changes drop constraint pending_payment_changes_requested_by_fkey;
alter table copilot_messages drop constraint copilot_messages_user_id_fkey;

-- The stores that a user may be a member of: their shards are asked for the memberships. A row without a membership means nothing.
create table user_stores (
  user_id uuid not null references users,
  store_id uuid not null,
  primary key (user_id, store_id)
);
insert into user_stores (user_id, store_id) select user_id, store_id from memberships;

-- AUT6: what users did on their own accounts, until it is in the audit log of a store whose shard is another database
create table account_activities (
  -- of the entry in the audit log, so that it is written once
  activity_id uuid primary key,
  store_id uuid not null,
  -- whose account it is
  account_id uuid not null references users,
  -- null: the command line
  user_id uuid,
  action text not null check (char_length(action) between 1 and 60),
  detail text check (char_length(detail) <= 200),
  created_at timestamptz not null,
  next_attempt_at timestamptz not null
);
create index account_activities_due on account_activities (next_attempt_at);

-- AUT8: a user's e-mail is looked up when it is sent. The e-mail waits in the database of the change that it reports.
alter table account_mails alter column recipient drop not null;
alter table account_mails add column recipient_id uuid;
alter table account_mails add constraint account_mails_one_recipient
  check ((recipient is null) <> (recipient_id is null)) not valid;
alter table account_mails validate constraint account_mails_one_recipient;
