// CHK25: two roles. The owner migrates and owns every table; the service selects, inserts, updates and deletes, and owns nothing. Where there is
// one role alone everything works as well, and an entry of the activity log is as safe as that role's password.
import { escapeIdentifier } from 'pg';
import type { Queryable } from './pool.ts';

/** What the service's role may do with a table, where that is less than everything. */
const lessThanAll: Readonly<Record<string, string>> = {
  schema_migrations: 'select',
  audit_log: 'select, insert',
};

/** What the log and the doctor say where there is one role alone. */
export const rolesNotSplit =
  'roles are not split: the service connects as the owner of its tables, so the activity log is not protected from it (docs/deploy.md)';

/** Whether the role of a connection owns the tables, or may make them where there are none: then it is not split from the owner. */
export async function ownsTables(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ owns: boolean }>(
    `select coalesce(
       (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('audit_log')),
       has_schema_privilege(current_schema(), 'create')) as owns`,
  );
  return rows[0]!.owns;
}

/**
 * Grants a role what the service needs of the tables and functions that the role of this connection owns. `anew`: whether there may be
 * tables that it was not granted yet; otherwise nothing is done where it was granted before.
 */
export async function grantToService(owner: Queryable, role: string, anew: boolean): Promise<void> {
  const { rows: granted } = await owner.query<{ granted: boolean }>(
    `select has_table_privilege($1::name, 'audit_log', 'insert') as granted`,
    [role],
  );
  if (granted[0]!.granted && !anew) return;
  const { rows } = await owner.query<{ name: string; what: string }>(
    `select oid::regclass::text as name, case relkind when 'v' then 'view' else 'table' end as what from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v') and relowner = current_user::regrole
     union all
     select oid::regprocedure::text, 'function' from pg_proc
     where pronamespace = current_schema()::regnamespace and prosecdef and proowner = current_user::regrole`,
  );
  const to = escapeIdentifier(role);
  const grants = rows.map(({ name, what }) => {
    if (what === 'function') return `grant execute on function ${name} to ${to}`;
    if (what === 'view') return `grant select on ${name} to ${to}`;
    return `grant ${lessThanAll[name] ?? 'select, insert, update, delete'} on ${name} to ${to}`;
  });
  const { rows: schemas } = await owner.query<{ name: string }>('select quote_ident(current_schema()) as name');
  await owner.query([`grant usage on schema ${schemas[0]!.name} to ${to}`, ...grants].join(';'));
}
