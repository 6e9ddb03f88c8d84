import { keysOf, stringMember, type Node, type NodeList, type Outline } from '../outline.ts';
import type { Report } from '../../members/report.ts';

/** DEF7: steps after an `end`, or after a step that always reaches one. */
export function checkReachability(outline: Outline, report: Report): void {
  for (const list of listsIn(outline)) {
    const ender = list.findIndex(endsAlways);
    if (ender === -1) continue;
    for (const node of list.slice(ender + 1)) report.addAt(keysOf(node), 'UNREACHABLE_STEP');
  }
}

/** The lists of steps that run one after the other. The root list of a flat flow is split into the trunk and one list for every branch. */
function listsIn({ root, nodes, format }: Outline): (readonly Node[])[] {
  const lists = nodes.flatMap((node) => node.lists.map((list) => list.nodes));
  if (format === 'nested') return [root.nodes, ...lists];
  const groups = new Map<string | undefined, Node[]>();
  for (const node of root.nodes) {
    // A trunk end before the last step is reported as flat rule 8; conditions always run.
    const place = stringMember(node, 'parentId');
    if (node.type === 'condition' || (place === undefined && node.type === 'end')) continue;
    const group = groups.get(place);
    if (group) group.push(node);
    else groups.set(place, [node]);
  }
  return [...groups.values(), ...lists];
}

const listEnds = (list: NodeList | undefined): boolean => list !== undefined && list.nodes.some(endsAlways);

/** Whether nothing runs after a step. A retry or loop may leave its steps early, and a branch may not match. */
function endsAlways(node: Node): boolean {
  if (node.type === 'end') return true;
  const list = (member: string): NodeList | undefined => node.lists.find((list) => list.member[0] === member);
  if (node.type === 'delay' || node.type === 'action') return listEnds(list('onNext'));
  return node.type === 'condition' && listEnds(list('if_true')) && listEnds(list('if_false'));
}
