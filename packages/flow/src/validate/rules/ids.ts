import { pathOf } from '../issue.ts';
import { branchesOf, keysOf, type Outline } from '../outline.ts';
import type { Key, Report } from '../report.ts';

/** B3: ids are unique in the whole flow, those of branches too. A reused branch id is flat rule 7 in a flat flow. */
export function checkIds({ nodes, format }: Outline, report: Report): void {
  const used = new Map<string, { ofBranch: boolean; keys: () => Key[] }>();
  const take = (id: string | undefined, ofBranch: boolean, keys: () => Key[]): void => {
    if (id === undefined || id === '') return;
    const first = used.get(id);
    if (!first) {
      used.set(id, { ofBranch, keys });
      return;
    }
    const code = ofBranch && first.ofBranch && format === 'flat' ? 'FLAT_RULE_7' : 'DUPLICATE_ID';
    report.addAt(keys(), code, { got: id, other: pathOf(first.keys()) });
  };
  for (const node of nodes) {
    take(node.id, false, () => [...keysOf(node), 'id']);
    for (const branch of branchesOf(node)) {
      take(branch.id, true, () => [...keysOf(node), 'branches', branch.index, 'id']);
    }
  }
}
