import type { Queryable } from '../../base/postgres/pool.ts';
import { execute, queryRows } from '../../base/postgres/query.ts';
import { deleteOldest } from '../../base/retention/retention.ts';

/**
 * An observation of a connection's webhooks. `code`: one of `ObservationCode` (providers/channels/observation.ts); `shape`: names of the provider's
 * protocol, or ''.
 */
type Observed = { connectionId: string; code: string; shape: string };

/** The most shapes of one code that a connection keeps; further ones are counted together, as `other`. */
const maxShapes = 50;

/**
 * Counts an observation of a connection's webhooks: one row of `connection_observations` for each code and shape, with the first and the
 * last instant. `at` in milliseconds.
 */
export const recordObservation = (
  db: Queryable,
  { connectionId, code, shape = '', at }: Pick<Observed, 'connectionId' | 'code'> & { shape?: string; at: number },
): Promise<void> =>
  execute(db, {
    name: 'connection-observation-record',
    text: `
      insert into connection_observations as o (connection_id, code, shape, first_at, last_at)
      select $1, $2, case when exists (select from connection_observations where connection_id = $1 and code = $2 and shape = $3)
          or (select count(*) from connection_observations where connection_id = $1 and code = $2) < ${maxShapes}
        then $3 else 'other' end, to_timestamp($4 / 1000.0), to_timestamp($4 / 1000.0)
      on conflict (connection_id, code, shape) do update set count = o.count + 1,
        first_at = least(o.first_at, excluded.first_at), last_at = greatest(o.last_at, excluded.last_at)`,
    values: [connectionId, code, shape, at],
  });

/** An observation of a connection with its count. */
export type CountedObservation = Observed & { count: number; firstAt: Date; lastAt: Date };

/** The observations of a store's active connections that were made in the last week, the most frequent first. */
export const observationList = (db: Queryable, storeId: string): Promise<CountedObservation[]> =>
  queryRows(db, {
    text: `select connection_id as "connectionId", code, shape, o.count::float8 as count, first_at as "firstAt", last_at as "lastAt"
     from connection_observations o join connections c using (connection_id)
     where c.store_id = $1 and c.active and o.last_at > now() - interval '7 days'
     order by o.count desc, code, shape`,
    values: [storeId],
  });

/** Deletes observations that were not made again for a while. */
export const observationForget = deleteOldest('connection_observations', 'last_at');
