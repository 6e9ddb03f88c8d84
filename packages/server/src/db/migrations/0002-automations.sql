create table automations (
  automation_id uuid primary key,
  store_id uuid not null references stores,
  -- EDT1: what is edited, as text, so that nothing of it is lost or reordered
  draft text not null,
  -- grows with every save; a save that was made of an older draft is refused
  draft_revision int not null default 1 check (draft_revision >= 1),
  name text not null check (char_length(name) between 3 and 100),
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
  check (published_version is null or trigger_event is not null),
  check (not active or (published_version is not null and deleted_at is null))
);
create index automations_store on automations (store_id, created_at) where deleted_at is null;
-- what an event asks: which automations of this store react to me
create index automations_listening on automations (store_id, trigger_event) where active;

-- EDT1: a run keeps the version it began with, so a version never changes
create table automation_versions (
  automation_id uuid not null references automations,
  version int not null check (version >= 1),
  store_id uuid not null references stores,
  definition text not null,
  trigger_event text not null,
  published_at timestamptz not null default now(),
  primary key (automation_id, version)
);

create function automation_version_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'a published version never changes';
end $$;
create trigger automation_versions_final before update on automation_versions
  for each row execute function automation_version_is_final();
