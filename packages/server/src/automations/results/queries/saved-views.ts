import type { Queryable } from '../../../base/postgres/pool.ts';
import { affectsOne, queryRows, queryValue } from '../../../base/postgres/query.ts';

/** A filter that a user saved under a name. */
export type SavedView = { readonly viewId: string; readonly name: string; readonly filter: Record<string, unknown> };

type Owner = { readonly storeId: string; readonly userId: string };

/** The saved views of a user at a store, by name. */
export const savedViewList = (db: Queryable, { storeId, userId }: Owner): Promise<SavedView[]> =>
  queryRows(db, {
    text: `select view_id as "viewId", name, filter from saved_views where store_id = $1 and user_id = $2
     order by lower(name), name`,
    values: [storeId, userId],
  });

/** Stores a view, or replaces the one of that name. Returns its id; undefined if the user already has `max` views. */
export const savedViewSet = (
  db: Queryable,
  { storeId, userId }: Owner,
  { viewId, name, filter }: SavedView,
  { at, max }: { at: number; max: number },
): Promise<string | undefined> =>
  queryValue(db, {
    text: `insert into saved_views as v (view_id, store_id, user_id, name, filter, created_at)
     select $3, $1, $2, $4, $5, to_timestamp($6 / 1000.0)
     where (select count(*) from saved_views where store_id = $1 and user_id = $2 and name <> $4) < $7
     on conflict (store_id, user_id, name) do update set filter = excluded.filter
     returning view_id as "viewId"`,
    values: [storeId, userId, viewId, name, JSON.stringify(filter), at, max],
  });

/** Deletes a view; false if the user has none with that id. */
export const savedViewDelete = (db: Queryable, { storeId, userId }: Owner, viewId: string): Promise<boolean> =>
  affectsOne(db, {
    text: 'delete from saved_views where store_id = $1 and user_id = $2 and view_id = $3',
    values: [storeId, userId, viewId],
  });
