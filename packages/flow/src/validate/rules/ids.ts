import { triggerNodeId } from '../../definition/ids.ts';
import { pathOf } from '../issue.ts';
import { keysOf, type Node, type Outline } from '../outline.ts';
import type { Key, Report } from '../../members/report.ts';

/** DEF3: ids of steps and branches are unique in the whole flow, the trigger's among them. In a flat flow a reused branch id is flat rule 7. */
export function checkIds({ nodes, format }: Outline, report: Report): void {
  const used = new Map<string, IdOccurrence>();
  const take = (id: string | undefined, place: IdOccurrence): void => {
    if (id === undefined || id === '') return;
    if (id === triggerNodeId) report.addAt(keysOfId(place), 'DUPLICATE_ID', { got: id, other: 'trigger_event' });
    const first = used.get(id);
    if (!first) {
      used.set(id, place);
      return;
    }
    const code =
      place.branch !== undefined && first.branch !== undefined && format === 'flat' ? 'FLAT_RULE_7' : 'DUPLICATE_ID';
    const other = pathOf(keysOfId(first));
    const subject = code === 'FLAT_RULE_7' && ({ subject: 'usedBranchId' } as const);
    report.addAt(keysOfId(place), code, { got: id, other, ...subject });
  };
  for (const node of nodes) {
    take(node.id, { node, branch: undefined });
    if (node.type !== 'condition') continue;
    for (const branch of node.branches) take(branch.id, { node, branch: branch.index });
  }
}

/** The step, or its branch, that has an id. */
type IdOccurrence = { node: Node; branch: number | undefined };

function keysOfId({ node, branch }: IdOccurrence): Key[] {
  return branch === undefined ? [...keysOf(node), 'id'] : [...keysOf(node), 'branches', branch, 'id'];
}
