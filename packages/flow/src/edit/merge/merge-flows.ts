import { alwaysMatches } from '../../conditions/logic.ts';
import type { Flow } from '../../definition/flow.ts';
import { mergeMembers, same } from './merge-members.ts';
import { nodesOf, rebuild, rootId, type FlowNode, type Nodes, type Spot } from './nodes.ts';

// Three-way merge of a flow by the ids of its steps and branches. What only one side changed is taken from it; where both changed the same
// thing differently, it is a conflict: named, and decided by the caller. Nothing of either side is dropped otherwise.
//  1. A node that one side removed goes only if the other side left all of it as it was.
//  2. A node has one place: the list it is in. Within a list the order of one side is kept, and what only the other has follows its neighbour.

/** Whose version. */
export type Side = 'local' | 'remote';

/** Both sides changed one thing differently. `id`: of the step or branch, `trigger-0` for the flow. `key` names the conflict in `choices`. */
export type MergeConflict = { readonly key: string; readonly id: string } & (
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'removed'; readonly by: Side }
  | { readonly kind: 'moved' }
  | { readonly kind: 'order' }
);

/** The merged flow. In it, a conflict without a choice is decided for what keeps more: the node that stays, else the local version. */
export type Merged = { readonly flow: Flow; readonly conflicts: readonly MergeConflict[] };

type Merge = {
  base: Nodes;
  local: Nodes;
  remote: Nodes;
  choices: ReadonlyMap<string, Side>;
  conflicts: MergeConflict[];
};

/**
 * Merges two changed versions of `base` (EDT19). `choices`: the decided conflicts by key. Undefined if steps have no ids by which they could
 * be matched.
 */
export function mergeFlows(
  base: Flow,
  local: Flow,
  remote: Flow,
  choices: ReadonlyMap<string, Side> = new Map(),
): Merged | undefined {
  const [before, mine, theirs] = [nodesOf(base), nodesOf(local), nodesOf(remote)];
  if (!before || !mine || !theirs) return undefined;
  const merge: Merge = { base: before, local: mine, remote: theirs, choices, conflicts: [] };
  const ids = [...new Set([...mine.keys(), ...theirs.keys()])];
  const gone = goneIds(merge);
  const kept = new Set(ids.filter((id) => !gone.has(id)));
  const spots = spotsOf(merge, kept);
  const members = new Map([...kept].map((id) => [id, membersOf(merge, id)]));
  const lists = listsOf(merge, spots, members);
  return { flow: rebuild(members, lists), conflicts: merge.conflicts };
}

type ConflictBody =
  { kind: 'member'; member: string } | { kind: 'removed'; by: Side } | { kind: 'moved' } | { kind: 'order' };

/** Reports a conflict; returns its choice, if there is one. */
function clash({ choices, conflicts }: Merge, id: string, body: ConflictBody, detail = ''): Side | undefined {
  const key = [body.kind, id, detail].join(' ').trim();
  if (!conflicts.some((one) => one.key === key)) conflicts.push({ key, id, ...body });
  return choices.get(key);
}

const sides = [
  ['local', 'remote'],
  ['remote', 'local'],
] as const;

/** The nodes that one side removed, unless the other changed something in them. */
function goneIds(merge: Merge): Set<string> {
  const { base } = merge;
  const gone = new Set<string>();
  for (const [by, other] of sides) {
    const [remover, keeper] = [merge[by], merge[other]];
    const isRemoved = (id: string): boolean => base.has(id) && keeper.has(id) && !remover.has(id);
    const tops = [...base.keys()].filter((id) => isRemoved(id) && !isRemoved(base.get(id)!.spot!.owner));
    for (const top of tops) {
      const inside = subtree(keeper, top).filter((id) => !remover.has(id));
      const isTouched = inside.some((id) => !base.has(id) || isChanged(base, keeper, id));
      if (isTouched && clash(merge, top, { kind: 'removed', by }) !== by) continue;
      for (const id of inside) gone.add(id);
    }
    // What was moved out of a removed node is removed alone.
    for (const id of base.keys()) {
      if (!isRemoved(id) || gone.has(id) || tops.some((top) => subtree(keeper, top).includes(id))) continue;
      if (clash(merge, id, { kind: 'removed', by }) === by) gone.add(id);
    }
  }
  return gone;
}

/** The ids of a node and of all nodes in it. */
function subtree(nodes: Nodes, id: string): string[] {
  const node = nodes.get(id);
  if (!node) return [];
  return [id, ...[...node.lists.values()].flat().flatMap((inner) => subtree(nodes, inner))];
}

/** Whether a side changed the members, the place or the order of contents of a node. */
function isChanged(base: Nodes, now: Nodes, id: string): boolean {
  const [before, after] = [base.get(id)!, now.get(id)!];
  return !same(before.members, after.members) || !sameSpot(before.spot, after.spot) || !sameLists(before, after);
}

const sameLists = (a: FlowNode, b: FlowNode): boolean => same([...a.lists], [...b.lists]);

const sameSpot = (a: Spot | undefined, b: Spot | undefined): boolean => a?.owner === b?.owner && a?.list === b?.list;

/** The list of each kept node: the changed one, if only one side changed it. */
function spotsOf(merge: Merge, kept: ReadonlySet<string>): Map<string, Spot> {
  const { base, local, remote } = merge;
  const spots = new Map<string, Spot>();
  for (const id of kept) {
    if (id === rootId) continue;
    const [before, mine, theirs] = [base, local, remote].map((nodes) => nodes.get(id)?.spot);
    const isTheirs = !mine || (theirs && before && sameSpot(before, mine));
    const isClear = isTheirs || !theirs || sameSpot(mine, theirs) || (before && sameSpot(before, theirs));
    const wanted = isClear
      ? isTheirs
        ? theirs!
        : mine
      : clash(merge, id, { kind: 'moved' }) === 'remote'
        ? theirs
        : mine;
    const isThere = (spot: Spot | undefined): spot is Spot => spot !== undefined && kept.has(spot.owner);
    spots.set(id, [wanted, mine, theirs].find(isThere) ?? { owner: rootId, list: 'steps' });
  }
  untangle(merge, spots);
  return spots;
}

/** Two nodes that were each moved into the other: all nodes of such a circle get their places of one side. */
function untangle(merge: Merge, spots: Map<string, Spot>): void {
  for (const id of spots.keys()) {
    const circle = circleOf(spots, id);
    if (circle.length === 0) continue;
    const side = clash(merge, circle.toSorted()[0]!, { kind: 'moved' }) ?? 'local';
    for (const one of circle) {
      const spot = merge[side].get(one)?.spot;
      spots.set(one, spot && !circle.includes(spot.owner) ? spot : { owner: rootId, list: 'steps' });
    }
  }
}

/** The ids on the way up from a node to itself; empty if the way leads to the flow. */
function circleOf(spots: ReadonlyMap<string, Spot>, id: string): string[] {
  const way = [id];
  for (let at = spots.get(id)?.owner; at !== undefined && at !== rootId; at = spots.get(at)?.owner) {
    if (at === id) return way;
    if (way.includes(at)) return [];
    way.push(at);
  }
  return [];
}

function membersOf(merge: Merge, id: string): Record<string, unknown> {
  const [before, mine, theirs] = [merge.base, merge.local, merge.remote].map((nodes) => nodes.get(id)?.members);
  if (!mine || !theirs) return (mine ?? theirs)!;
  return mergeMembers(before ?? {}, mine, theirs, (member) => clash(merge, id, { kind: 'member', member }, member));
}

/** The lists of each kept node, with the ids of their entries in order. */
function listsOf(
  merge: Merge,
  spots: ReadonlyMap<string, Spot>,
  members: MembersOfNodes,
): Map<string, Map<string, string[]>> {
  const inList = Map.groupBy(spots.keys(), (id) => JSON.stringify(spots.get(id)));
  const lists = new Map<string, Map<string, string[]>>();
  for (const id of members.keys()) {
    const [before, mine, theirs] = [merge.base, merge.local, merge.remote].map((nodes) => nodes.get(id)?.lists);
    const names = new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])]);
    if (id === rootId) names.add('steps');
    const own = new Map<string, string[]>();
    for (const name of names) {
      const entries = inList.get(JSON.stringify({ owner: id, list: name })) ?? [];
      const isDropped = before?.has(name) && mine && theirs && !(mine.has(name) && theirs.has(name));
      if (entries.length === 0 && isDropped) continue;
      const [old, left, right] = [before, mine, theirs].map((of) => of?.get(name) ?? []) as [
        string[],
        string[],
        string[],
      ];
      own.set(name, orderOf(merge, { id, name, entries, old, left, right, members }));
    }
    lists.set(id, own);
  }
  return lists;
}

type MembersOfNodes = ReadonlyMap<string, Record<string, unknown>>;
type Ordering = Record<'entries' | 'old' | 'left' | 'right', string[]> & {
  id: string;
  name: string;
  members: MembersOfNodes;
};

/** The order of one list: that of the side that changed it, with what only the other side has after its neighbour there. */
function orderOf(merge: Merge, { id, name, entries, old, left, right, members }: Ordering): string[] {
  const wanted = new Set(entries);
  const shared = new Set(entries.filter((one) => left.includes(one) && right.includes(one)));
  const pick = (list: readonly string[]): string[] => list.filter((one) => shared.has(one));
  const [before, mine, theirs] = [pick(old), pick(left), pick(right)];
  let first: Side = 'local';
  if (!same(mine, theirs)) {
    if (same(mine, before)) first = 'remote';
    else if (!same(theirs, before)) first = clash(merge, id, { kind: 'order' }, name) ?? 'local';
  }
  const [main, other] = first === 'local' ? [left, right] : [right, left];
  const result = main.filter((one) => wanted.has(one));
  for (const [index, one] of other.entries()) {
    if (!wanted.has(one) || result.includes(one)) continue;
    const neighbour = other.slice(0, index).findLast((near) => result.includes(near));
    result.splice(neighbour === undefined ? 0 : result.indexOf(neighbour) + 1, 0, one);
  }
  result.push(...entries.filter((one) => !result.includes(one)));
  return same(result, left) || same(result, right) ? result : withClosing(result, members);
}

/** An end, and the branch of all other cases, stay last: what the other side added before it must be reached. */
function withClosing(ids: string[], members: MembersOfNodes): string[] {
  const closes = (id: string): boolean => members.get(id)?.['type'] === 'end' || alwaysMatches(members.get(id) ?? {});
  return [...ids.filter((id) => !closes(id)), ...ids.filter(closes)];
}
