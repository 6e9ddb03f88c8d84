create table automations (
  automation_id uuid primary key,
  store_id uuid not null references stores,
  -- EDT1: what is edited, as text, so that nothing of it is lost or reordered
  draft text not null,
  -- grows with every save; a save that was made of an older draft is refused
  draft_revision int not null default 1 check (draft_revision >= 1),
  -- EDT1: a draft may be unfinished, so its name may be short or empty
  name text not null check (char_length(name) <= 100),
  -- the event of the published version; before there is one, that of the draft, null where it names none
  trigger_event text check (trigger_event in (
    'pix.generated', 'payment.confirmed', 'payment.failed', 'boleto.generated',
    'cart.abandoned', 'lead.created', 'tracking_code_updated')),
  -- RUN16: whether events start runs of the published version
  active boolean not null default false,
  published_version int check (published_version >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- RUN16: what happens to waiting runs while the automation is switched off: held until it is on again, or finished
  waiting_runs text not null default 'hold' check (waiting_runs in ('hold', 'finish')),
  -- who saved the draft last; null: the command line
  draft_saved_by uuid references users,
  constraint automations_published_has_event check (published_version is null or trigger_event is not null),
  constraint automations_active_is_published check (not active or (published_version is not null and deleted_at is null))
);
create index automations_store on automations (store_id, created_at) where deleted_at is null;
-- The automations of a store that an event starts
create index automations_listening on automations (store_id, trigger_event) where active;

-- EDT1: a run keeps the version it began with, so a version never changes
create table automation_versions (
  automation_id uuid not null references automations,
  version int not null check (version >= 1),
  store_id uuid not null references stores,
  definition text not null,
  trigger_event text not null,
  published_at timestamptz not null default now(),
  -- RUN18: which events end a run of this version; a copy of what the definition says, to be searched
  stop_on text[] not null default '{}',
  -- null: the command line
  published_by uuid references users,
  primary key (automation_id, version)
);

create function automation_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a published version never changes';
end $$;
create trigger automation_versions_final before update on automation_versions
  for each row execute function automation_version_is_final();
