import type { Database } from '../base/postgres/pool.ts';

/** Every row of every table that contains one of these texts, in lower case, in any column: `orders: …`. */
export async function rowsWith(db: Database, texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    for (const { row } of (await db.query<{ row: string }>(`select t::text as row from "${name}" t`)).rows) {
      const text = row.toLowerCase();
      if (texts.some((one) => text.includes(one))) found.push(`${name}: ${text}`);
    }
  }
  return found;
}
