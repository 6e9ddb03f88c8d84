import type { Raw, Report } from '../validate/report.ts';

/** The members every step may have (specification DEF2). */
export const commonMembers = ['type', 'id', 'parentId', 'nextId'] as const;

/** The member names of a kind of step. */
export function knownMembers(...own: string[]): ReadonlySet<string> {
  return new Set([...commonMembers, ...own]);
}

/** Checks the common members of a step (its type is known); returns how many are there. parentId and nextId belong to the root list (DEF3). */
export function checkCommon(step: Raw, report: Report): number {
  const { id, parentId, nextId } = step;
  let count = 1;
  if (id !== undefined) count += checkId(id, 'id', report);
  if (parentId !== undefined) {
    count += checkId(parentId, 'parentId', report);
    if (report.depth > 0) report.add('MIXED_FORMATS', 'parentId');
  }
  if (nextId !== undefined) {
    count += checkId(nextId, 'nextId', report);
    if (report.depth > 0) report.add('MIXED_FORMATS', 'nextId');
  }
  return count;
}

/** Any non-empty string (specification DEF2). */
export function checkId(value: unknown, key: string, report: Report): 1 {
  if (typeof value !== 'string') report.add('WRONG_TYPE', key, { expected: 'text', got: value });
  else if (value === '') report.add('EMPTY', key);
  return 1;
}
