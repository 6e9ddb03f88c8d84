import type { Flow } from '../definition/flow.ts';
import { changeAt, type Keys } from './locate.ts';
import { keysOfPath } from '../validate/issue.ts';
import { refuse, type Refusal } from './operation-codes.ts';

/**
 * Sets and drops members of one object in a flow, each by its path in the object (`data.buttonActions[0].url`). The parents of a member
 * must exist. `fixed`: top-level members that may not be changed, or not dropped.
 */
export function changeMembers(
  flow: Flow,
  object: Keys,
  changes: { readonly [path: string]: unknown },
  drop: readonly string[] = [],
  fixed: { change: readonly string[]; drop: readonly string[] },
): { ok: true; flow: Flow } | Refusal {
  let changed: Flow | undefined = flow;
  const all = [
    ...drop.map((path) => ({ path, value: undefined })),
    ...Object.entries(changes).map(([path, value]) => ({ path, value })),
  ];
  for (const { path, value } of all) {
    const keys = keysOfPath(path);
    const closed = value === undefined ? fixed.drop : fixed.change;
    if (keys.length === 0 || closed.includes(String(keys[0]))) return refuse('FIXED_MEMBER', { member: path });
    changed = changeAt(changed, [...object, ...keys], () => value);
    if (changed === undefined) return refuse('INVALID_MEMBER', { op: 'changes', member: path });
  }
  return { ok: true, flow: changed };
}
