import { keysOf, stringMember, type Node, type NodeBranch, type Outline } from '../outline.ts';
import { branchMeans } from '../../conditions/logic.ts';
import { pathOf } from '../issue.ts';
import type { Report } from '../../members/report.ts';
import { closest } from '../../members/closest.ts';

// The flat topology rules 1 to 10 of the specification (a branch id used twice: ids.ts; 11 and 12: recovery.ts).

/** The positions of all steps and branches in a flat flow. */
export type Topology = {
  nodes: readonly Node[];
  /** A step's index in `nodes`. */
  order: ReadonlyMap<Node, number>;
  byId: ReadonlyMap<string, Node>;
  /** The first condition with the branch, which is the one that the engine uses (RUN3). */
  owners: ReadonlyMap<string, { condition: Node; branch: NodeBranch }>;
  /** The steps of every branch that are not conditions, in array order. */
  children: ReadonlyMap<string, readonly Node[]>;
  firstCondition: number;
};

/** Builds the topology of a flat flow. */
export function topologyOf({ root }: Outline): Topology {
  const byId = new Map<string, Node>();
  const owners = new Map<string, { condition: Node; branch: NodeBranch }>();
  const children = new Map<string, Node[]>();
  for (const node of root.nodes) {
    if (node.id !== undefined && !byId.has(node.id)) byId.set(node.id, node);
    for (const branch of node.branches) {
      if (branch.id !== undefined && !owners.has(branch.id)) owners.set(branch.id, { condition: node, branch });
    }
    const place = locationOf(node);
    if (place === undefined) continue;
    const group = children.get(place);
    if (group) group.push(node);
    else children.set(place, [node]);
  }
  const order = new Map(root.nodes.map((node, index) => [node, index]));
  const firstCondition = root.nodes.findIndex((node) => node.type === 'condition');
  return { nodes: root.nodes, order, byId, owners, children, firstCondition };
}

/** The branch of a step; undefined for the trunk, and for conditions, which parentId does not gate. */
export function locationOf(node: Node): string | undefined {
  return node.type === 'condition' ? undefined : stringMember(node, 'parentId');
}

/** Checks flat rules 1 to 10; a branch id that is used twice is found by `checkIds`. */
export function checkFlatTopology(topology: Topology, report: Report): void {
  checkPrefixes(topology, report);
  for (const node of topology.nodes) {
    checkParent(node, topology, report);
    if (node.type === 'condition') {
      checkConditionNext(node, topology, report);
      for (const branch of node.branches) checkBranchEnds(node, branch, topology, report);
    } else if (node.type === 'end') checkEnd(node, topology, report);
    else checkNext(node, topology, report);
  }
  checkGroups(topology, report);
}

/** Rule 8 for an end between the steps of the trunk, and rule 5 for what an end links to. Nothing follows an end, not even a sub-condition. */
function checkEnd(node: Node, { nodes, order, byId }: Topology, report: Report): void {
  if (node.raw.parentId === undefined && order.get(node)! < nodes.length - 1) {
    report.addAt(keysOf(node), 'FLAT_RULE_8', { subject: 'detachedEnd' });
  }
  const nextId = stringMember(node, 'nextId');
  const target = byId.get(nextId ?? '');
  if (target && locationOf(target) !== locationOf(node)) {
    report.addAt([...keysOf(node), 'nextId'], 'FLAT_RULE_5', { got: nextId });
  }
}

/** Rules 2, 3, 4 and 9. */
function checkParent(node: Node, { owners, order, firstCondition }: Topology, report: Report): void {
  const parentId = stringMember(node, 'parentId');
  if (parentId === undefined || parentId === '') return;
  const keys = [...keysOf(node), 'parentId'];
  if (node.type === 'condition') {
    report.addAt(keys, 'FLAT_RULE_4');
    return;
  }
  const at = order.get(node)!;
  const owner = owners.get(parentId)?.condition;
  if (firstCondition === -1 || at < firstCondition) report.addAt(keys, 'FLAT_RULE_3');
  if (!owner) report.addAt(keys, 'FLAT_RULE_2', { got: parentId }, closest(parentId, [...owners.keys()].slice(0, 200)));
  else if (order.get(owner)! > at) report.addAt(keys, 'FLAT_RULE_9', { got: quoteId(owner) });
}

/** Rules 1 and 5, and rule 10 if nextId points backwards. */
function checkNext(node: Node, { nodes, order, byId, children }: Topology, report: Report): void {
  const nextId = stringMember(node, 'nextId');
  const place = locationOf(node);
  const at = order.get(node)!;
  const following =
    place === undefined
      ? nodes.find((other, index) => index > at && locationOf(other) === undefined)
      : children.get(place)!.find((other) => order.get(other)! > at);
  const target = nextId === undefined ? undefined : byId.get(nextId);
  if (target === following && (target !== undefined || nextId === undefined)) return;
  const keys = [...keysOf(node), 'nextId'];
  const expected = following ? quoteId(following) : 'none';
  const warn = (): void => report.addAt(keys, 'FLAT_RULE_1', { expected }, following?.id);
  if (!target) warn();
  else if (locationOf(target) === place) {
    if (place !== undefined && order.get(target)! <= at) report.addAt(keys, 'FLAT_RULE_10', { got: place });
    else warn();
  } else if (!(place !== undefined && leadsToSubCondition(node, target, order))) {
    report.addAt(keys, 'FLAT_RULE_5', { got: nextId }, following?.id);
  }
}

/** Whether a branch's last step leads to a later condition. Such a sub-condition has no parentId (rules 4, 10). */
function leadsToSubCondition(node: Node, target: Node, order: Topology['order']): boolean {
  return target.type === 'condition' && order.get(target)! > order.get(node)!;
}

/** Rule 6. A condition that no payment matches, such as one on the amount, has no paid branch: any of its branches may be linked to. */
function checkConditionNext(node: Node, { byId, children, owners }: Topology, report: Report): void {
  const nextId = stringMember(node, 'nextId');
  if (nextId === undefined) return;
  const keys = [...keysOf(node), 'nextId'];
  const paid = node.branches.filter(({ raw }) => branchMeans(raw, 'paid'));
  const linkable = paid.length > 0 ? paid : node.branches;
  const firsts = linkable.flatMap(({ id }) => children.get(id ?? '')?.slice(0, 1) ?? []);
  const target = byId.get(nextId);
  if (!target) {
    report.addAt(keys, 'FLAT_RULE_1', { expected: firsts[0] ? quoteId(firsts[0]) : 'none' }, firsts[0]?.id);
    return;
  }
  const place = locationOf(target);
  const own = place !== undefined && owners.get(place)?.condition === node && firsts.includes(target);
  if (!own) report.addAt(keys, 'FLAT_RULE_6', { got: nextId }, firsts[0]?.id);
}

/** Rule 7: the branches of two conditions have different prefixes. An id without a separator has no prefix. */
function checkPrefixes({ nodes, owners }: Topology, report: Report): void {
  const users = new Map<string, Node>();
  for (const node of nodes) {
    const shared = node.branches.find(({ id = '', raw }) => {
      const prefix = prefixOf(id);
      const isOwn = prefix === undefined || (users.get(prefix) ?? node) === node;
      // An id that is used twice has its own issue.
      return !isOwn && owners.get(id)?.branch.raw === raw;
    });
    if (shared) {
      const got = prefixOf(shared.id!)!;
      const other = pathOf(keysOf(users.get(got)!));
      const keys = [...keysOf(node), 'branches', shared.index, 'id'];
      report.addAt(keys, 'FLAT_RULE_7', { subject: 'usedPrefix', got, other });
    }
    for (const { id } of node.branches) {
      const prefix = prefixOf(id ?? '');
      if (prefix !== undefined && !users.has(prefix)) users.set(prefix, node);
    }
  }
}

/** What stands before the last separator of a branch id: `check1` of `check1-paid`. */
const prefixOf = (id: string): string | undefined => /^(.+)[-_.:/]/s.exec(id)?.[1];

/** Rule 8: a branch must end with its own end, or a condition that continues it must follow its last step. */
function checkBranchEnds(condition: Node, branch: NodeBranch, topology: Topology, report: Report): void {
  const { nodes, order, byId, children, owners } = topology;
  const { id, list, index } = branch;
  if (id === undefined || (list && list.nodes.length > 0) || owners.get(id)?.branch.raw !== branch.raw) return;
  const keys = [...keysOf(condition), 'branches', index];
  const group = children.get(id);
  const last = group?.at(-1);
  if (!group || !last) {
    const continued = nodes.some((node) => stringMember(node, 'parentId') === id);
    if (!continued) report.addAt(keys, 'FLAT_RULE_8', { subject: 'emptyBranch', got: id });
    return;
  }
  if (last.type === 'end' || nodes[order.get(last)! + 1]?.type === 'condition') return;
  const next = byId.get(stringMember(last, 'nextId') ?? '');
  if (next && leadsToSubCondition(last, next, order)) return;
  if (!chainEnds(group, byId)) report.addAt(keys, 'FLAT_RULE_8', { subject: 'branch', got: id });
}

/** Whether the chain of nextId from a branch's first step reaches an end of that branch. */
function chainEnds(group: readonly Node[], byId: Topology['byId']): boolean {
  const left = new Set(group);
  let node = group[0];
  while (node && left.delete(node)) {
    if (node.type === 'end') return true;
    node = byId.get(stringMember(node, 'nextId') ?? '');
  }
  return false;
}

/** Rule 10: the steps of a branch are contiguous, after their condition or after the steps of a sibling branch. */
function checkGroups({ nodes, order, owners }: Topology, report: Report): void {
  let open: Node[] = [];
  let current: string | undefined;
  const started = new Set<string>();
  for (const node of nodes) {
    const place = locationOf(node);
    if (node.type === 'condition') open.push(node);
    else if (place === undefined) open = [];
    const owner = place === undefined ? undefined : owners.get(place)?.condition;
    if (place === undefined || place === current) {
      current = place;
      continue;
    }
    if (!owner || order.get(owner)! > order.get(node)!) continue; // rule 2 or 9 reports it
    const opened = open.lastIndexOf(owner);
    if (started.has(place) || opened === -1) report.addAt(keysOf(node), 'FLAT_RULE_10', { got: place });
    else open.length = opened + 1;
    started.add(place);
    current = place;
  }
}

const quoteId = (node: Node): string => JSON.stringify((node.id ?? `steps[${node.index}]`).slice(0, 80));
