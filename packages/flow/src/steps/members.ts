import type { Raw, Report } from '../validate/report.ts';

/** The members every step may have (specification DEF2). */
export const commonMembers = ['type', 'id', 'parentId', 'nextId'] as const;

/** The members of a kind of step: the common ones and its own. */
export function knownMembers(...own: string[]): ReadonlySet<string> {
  return new Set([...commonMembers, ...own]);
}

/**
 * Checks the common members of a step with a known type; returns how many are present. parentId and nextId are allowed in the root list
 * only (DEF3).
 */
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

/** Checks an id: any non-empty string (specification DEF2). */
export function checkId(value: unknown, key: string, report: Report): 1 {
  if (typeof value !== 'string') report.add('WRONG_TYPE', key, { expected: 'text', got: value });
  else if (value === '') report.add('EMPTY', key);
  return 1;
}
