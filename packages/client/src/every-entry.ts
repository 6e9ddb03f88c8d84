/**
 * Every entry of a list, page after page. `list` returns the page after a cursor.
 *
 * @example
 * for await (const order of everyEntry((cursor) => retoma.listOrders({ status: 'paid', cursor }))) ship(order);
 */
export async function* everyEntry<T>(
  list: (cursor: string | undefined) => Promise<{ data: T[]; nextCursor: string | null }>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await list(cursor);
    yield* data;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
