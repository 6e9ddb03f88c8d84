import { groupOf, matchingGroup } from '../../conditions/logic.ts';
import { keysOf, type Outline } from '../outline.ts';
import type { Report } from '../../members/report.ts';

/** DEF7: a branch that can never match, because earlier branches match all of its cases. */
export function checkBranches({ nodes }: Outline, report: Report): void {
  for (const node of nodes) {
    const branches = node.branches.slice(0, 32);
    if (branches.length < 2) continue;
    const groups = branches.map(({ raw }) => (Array.isArray(raw.conditions) ? groupOf(raw) : undefined));
    for (const [index, group] of groups.entries()) {
      const taker = group ? matchingGroup(group, groups.slice(0, index)) : -1;
      if (taker === -1) continue;
      const { id, index: at } = branches[taker]!;
      const other = id === undefined ? `branches[${at}]` : JSON.stringify(id.slice(0, 80));
      report.addAt([...keysOf(node), 'branches', branches[index]!.index], 'UNREACHABLE_BRANCH', { other });
    }
  }
}
