-- S6: entries of the activity log are added, and deleted once they are two years old. Nothing changes one, whatever a statement says.
-- A role that does not own the table cannot take the trigger away (docs/deploy.md).
create function activity_log_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '729 days' then
    return old;
  end if;
  raise exception 'activity_log is append-only' using errcode = 'insufficient_privilege';
end $$;

create trigger activity_log_append_only before update or delete on activity_log
  for each row execute function activity_log_append_only();
create trigger activity_log_no_truncate before truncate on activity_log
  for each statement execute function activity_log_append_only();
