import { isRaw } from '../../members/raw.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Whether two JSON values are equal; the order of members does not matter. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => same(entry, other[index]));
  if (isRaw(one) && isRaw(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
    );
  }
  return one === other;
}

/**
 * Merges the members of one object, and of objects in it; lists are one value. `decide` is called with the path of a member that both sides
 * changed differently: without an answer the local value stays.
 */
export function mergeMembers(
  base: JsonObject,
  local: JsonObject,
  remote: JsonObject,
  decide: (member: string) => 'local' | 'remote' | undefined,
  path = '',
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(local), ...Object.keys(remote)])) {
    const member = path === '' ? name : `${path}.${name}`;
    const of = (members: JsonObject): unknown => (Object.hasOwn(members, name) ? members[name] : undefined);
    const [before, mine, theirs] = [of(base), of(local), of(remote)];
    let value: unknown;
    if (same(mine, theirs) || same(before, theirs)) value = mine;
    else if (same(before, mine)) value = theirs;
    else if (isRaw(mine) && isRaw(theirs))
      value = mergeMembers(isRaw(before) ? before : {}, mine, theirs, decide, member);
    else value = decide(member) === 'remote' ? theirs : mine;
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}
