import type { Queryable } from '../../base/postgres/pool.ts';
import { affectsOne, queryColumn } from '../../base/postgres/query.ts';

/** A report of a provider about a template. `stopped`: nothing can be sent with it. `at` in milliseconds. */
export type TemplateStatus = { name: string; language: string; stopped: boolean; at: number };

/** COM44: stores a report about a template of a connection; true if a template stopped by it. An older report changes nothing. */
export const templateStatusSet = (
  db: Queryable,
  connectionId: string,
  { name, language, stopped, at }: TemplateStatus,
): Promise<boolean> =>
  affectsOne(db, {
    text: `
      with before as (select stopped from template_statuses where connection_id = $1 and name = $2 and language = $3),
      stored as (
        insert into template_statuses as t (connection_id, name, language, stopped, at)
        values ($1, $2, $3, $4, to_timestamp($5 / 1000.0))
        on conflict (connection_id, name, language) do update set stopped = excluded.stopped, at = excluded.at where t.at < excluded.at
        returning stopped
      )
      select stopped from stored where stopped and not exists (select stopped from before where stopped)`,
    values: [connectionId, name, language, stopped, at],
  });

/** A template as owners see it: `pix_lembrete (pt_BR)`. */
const written = `t.name || case when t.language = '' then '' else ' (' || t.language || ')' end`;

/** The templates of a connection that stopped, in the alphabet's order, as a column of a query on `c`. */
export const stoppedTemplates = `array(select ${written} from template_statuses t where t.connection_id = c.connection_id and t.stopped
  order by t.name, t.language)`;

/** The templates of a store's active connections that stopped. */
export const stoppedTemplateList = (db: Queryable, storeId: string): Promise<string[]> =>
  queryColumn(db, {
    text: `select ${written} from template_statuses t join connections c using (connection_id)
     where c.store_id = $1 and c.active and t.stopped order by t.name, t.language`,
    values: [storeId],
  });
