import { firstIdOf } from '../../base/ids.ts';

/** The parts of a query that bound a page by ids, which begin with the instant of their arrival. */
type PageQuery = {
  readonly cursor?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
};

/** The bounds of a page: since when, and before which id. */
export function pageBounds({ cursor, createdFrom, createdTo }: PageQuery): { before?: string; since?: Date } {
  const ends = [cursor?.toLowerCase(), createdTo && firstIdOf(instantOf(createdTo))].filter((one) => one !== undefined);
  const before = ends.toSorted()[0];
  return {
    ...(before !== undefined && { before }),
    ...(createdFrom !== undefined && { since: new Date(instantOf(createdFrom)) }),
  };
}

/** Ids hold 48 bits of milliseconds from 1970 on. */
const instantOf = (text: string): number => Math.min(Math.max(Date.parse(text), 0), 2 ** 48 - 1);

/** A search text without what PostgreSQL does not store; nothing if it is blank. */
export function searchOf(search: string | undefined): { search?: string } {
  const text = search?.replaceAll('\0', '').trim();
  return text ? { search: text } : {};
}
