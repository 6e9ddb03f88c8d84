// CHK25: two roles. The owner migrates and owns every table; the service selects, inserts, updates and deletes, and owns nothing. With a
// single role everything works as well, but anyone with that role's password can change entries of the activity log.
import { escapeIdentifier } from 'pg';
import type { Queryable } from './pool.ts';
import { queryOneValue, queryRows } from './query.ts';

/** The service's privileges on tables where it does not have all of them. */
const lessThanAll: Readonly<Record<string, string>> = {
  schema_migrations: 'select',
  audit_log: 'select, insert',
};

/** The warning of the log and the doctor if roles are not split. */
export const rolesNotSplit =
  'roles are not split: the service connects as the owner of its tables and could change the audit log (docs/deploy.md)';

/** Whether the role of a connection owns the tables, or may create them in an empty database: then the roles are not split. */
export const ownsTables = (db: Queryable): Promise<boolean> =>
  queryOneValue(db, {
    text: `select coalesce(
       (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('audit_log')),
       has_schema_privilege(current_schema(), 'create')) as owns`,
  });

/**
 * Grants the service's role its privileges on the tables and functions that the role of this connection owns. `anew`: there may be tables
 * without grants; if it is false, a role that already has grants is left alone.
 */
export async function grantToService(owner: Queryable, role: string, anew: boolean): Promise<void> {
  const isGranted = await queryOneValue<boolean>(owner, {
    text: `select has_table_privilege($1::name, 'audit_log', 'insert')`,
    values: [role],
  });
  if (isGranted && !anew) return;
  const owned = await queryRows<{ name: string; what: string }>(owner, {
    text: `select oid::regclass::text as name, case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as what
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'S') and relowner = current_user::regrole
     union all
     select oid::regprocedure::text, 'function' from pg_proc
     where pronamespace = current_schema()::regnamespace and prosecdef and proowner = current_user::regrole`,
  });
  const to = escapeIdentifier(role);
  const grants = owned.map(({ name, what }) => {
    if (what === 'function') return `grant execute on function ${name} to ${to}`;
    // PostgreSQL needs none for an identity column, but Citus calls its sequence in the service's name.
    if (what === 'sequence') return `grant usage on sequence ${name} to ${to}`;
    if (what === 'view') return `grant select on ${name} to ${to}`;
    return `grant ${lessThanAll[name] ?? 'select, insert, update, delete'} on ${name} to ${to}`;
  });
  const schema = await queryOneValue<string>(owner, { text: 'select quote_ident(current_schema())' });
  await owner.query([`grant usage on schema ${schema} to ${to}`, ...grants].join(';'));
}
