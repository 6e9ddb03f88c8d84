import type { Queryable } from '../../pool.ts';

/** A filter that a user saved under a name. */
export type SavedView = { readonly viewId: string; readonly name: string; readonly filter: Record<string, unknown> };

type Owner = { readonly storeId: string; readonly userId: string };

/** The saved views of a user at a store, by name. */
export async function savedViewList(db: Queryable, { storeId, userId }: Owner): Promise<SavedView[]> {
  const { rows } = await db.query<SavedView>(
    `select view_id as "viewId", name, filter from saved_views where store_id = $1 and user_id = $2
     order by lower(name), name`,
    [storeId, userId],
  );
  return rows;
}

/** Stores a view, or replaces the one of that name. Returns its id; undefined if the user already has `max` views. */
export async function savedViewSet(
  db: Queryable,
  { storeId, userId }: Owner,
  { viewId, name, filter }: SavedView,
  { at, max }: { at: number; max: number },
): Promise<string | undefined> {
  const { rows } = await db.query<{ viewId: string }>(
    `insert into saved_views as v (view_id, store_id, user_id, name, filter, created_at)
     select $3, $1, $2, $4, $5, to_timestamp($6 / 1000.0)
     where (select count(*) from saved_views where store_id = $1 and user_id = $2 and name <> $4) < $7
     on conflict (store_id, user_id, name) do update set filter = excluded.filter
     returning view_id as "viewId"`,
    [storeId, userId, viewId, name, JSON.stringify(filter), at, max],
  );
  return rows[0]?.viewId;
}

/** Deletes a view; false if the user has none with that id. */
export async function savedViewDelete(db: Queryable, { storeId, userId }: Owner, viewId: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from saved_views where store_id = $1 and user_id = $2 and view_id = $3', [
    storeId,
    userId,
    viewId,
  ]);
  return rowCount === 1;
}
