import type { Database } from '../postgres/pool.ts';
import { queryOneValue } from '../postgres/query.ts';

/**
 * A handler of a channel on which all schemas of a database notify, with their name: calls `notify` for the notifications of the schema of
 * `db`, and for those without a name. Shards in one database would wake each other otherwise.
 */
export function ofOwnSchema(db: Database, notify: () => void): (schema: string | undefined) => void {
  let own: string | undefined;
  let isRead = false;
  return (schema) => {
    if (!isRead) {
      isRead = true;
      queryOneValue<string>(db, { text: 'select current_schema() as own' }).then(
        (name) => (own = name),
        () => (isRead = false),
      );
    }
    if (own === undefined || schema === undefined || schema === '' || schema === own) notify();
  };
}
