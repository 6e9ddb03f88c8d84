-- AUT6: entries of the activity log are added, and deleted once they are two years old. Nothing changes one, whatever a statement says.
-- The service's role may only insert and select (CHK25): what is old is deleted by this function, which leaves the rest to the trigger.
create function audit_log_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '729 days' then
    return old;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_append_only();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_append_only();

create function purge_audit_log(until timestamptz, most int) returns int
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  purged int;
begin
  delete from public.audit_log where activity_id in (
    select activity_id from public.audit_log where at < until order by at limit most for update skip locked);
  get diagnostics purged = row_count;
  return purged;
end $$;
revoke execute on function purge_audit_log from public;
