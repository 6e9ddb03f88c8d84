// Copies every row of a shard to an empty one, in one transaction on each side.
import { pipeline } from 'node:stream/promises';
import pg, { type Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { queryOneValue, queryRows } from '../../base/postgres/query.ts';

/** A table with its stored columns, in their order. Generated columns are computed again. */
type Table = { readonly name: string; readonly columns: readonly string[] };

/** Tables that every place has of its own. */
const own = ['schema_migrations', 'shard_place', 'shards'];

/**
 * SHD5: the ordinary and partitioned tables of the connection's schema, each after those that it refers to.
 */
export const listTables = (client: Client): Promise<Table[]> =>
  queryRows<Table>(client, {
    text: `
      with recursive tables as (
        select c.oid, c.relname from pg_class c
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and c.relname <> all ($1::text[])
      ), levels as (
        select oid, 0 as level from tables
        union
        select k.conrelid, l.level + 1 from levels l join pg_constraint k on k.confrelid = l.oid
        where k.contype = 'f' and k.conrelid <> k.confrelid and k.conrelid in (select oid from tables) and l.level < 100
      )
      select t.relname::text as name, array(
        select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
      from tables t join levels l using (oid)
      group by t.oid, t.relname order by max(l.level), t.relname`,
    values: [own],
  });

/** Keeps writers from the tables until the transaction ends; readers may go on. Throws if it does not get the locks within 20 s. */
export async function lockTables(client: Client, tables: readonly Table[]): Promise<void> {
  await client.query(`set local lock_timeout = '20s'`);
  await client.query(`lock table ${names(tables).join(', ')} in exclusive mode`);
}

const names = (tables: readonly Table[]): string[] => tables.map(({ name }) => pg.escapeIdentifier(name));

/** Replaces the rows of all tables by those of the source, inside the transactions of both connections. Returns how many there are. */
export async function copyTables(source: Client, target: Client, tables: readonly Table[]): Promise<number> {
  let rows = 0;
  // The rows are final: what a trigger derives from a new row is copied too.
  for (const table of names(tables)) await target.query(`alter table ${table} disable trigger user`);
  await target.query(`truncate ${names(tables).join(', ')}`);
  for (const { name, columns } of tables) {
    const table = pg.escapeIdentifier(name);
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const stream = target.query(copyFrom(`copy ${table} (${list}) from stdin`));
    await pipeline(source.query(copyTo(`copy (select ${list} from ${table}) to stdout`)), stream);
    rows += stream.rowCount;
  }
  for (const table of names(tables)) await target.query(`alter table ${table} enable trigger user`);
  await copySequences(source, target);
  return rows;
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const sequences = await queryRows<{ name: string; value: string | null }>(source, {
    text: `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = current_schema()`,
  });
  for (const { name, value } of sequences) {
    if (value === null) continue;
    await queryOneValue(target, { text: 'select setval($1::regclass, $2::bigint)', values: [name, value] });
  }
}
