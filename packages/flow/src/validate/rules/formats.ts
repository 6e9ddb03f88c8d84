import { keysOf, type Outline } from '../outline.ts';
import type { Report } from '../../members/report.ts';

/**
 * DEF3: in a flat flow a branch of the root list gets its steps by parentId, not in `steps` (an empty list is allowed). Only there: a
 * parentId names branches of the root list, so a branch without `steps` in a nested list could never have any (flat rule 8).
 */
export function checkFormats({ root, nodes, format }: Outline, report: Report): void {
  if (format === 'nested') return;
  for (const node of nodes) {
    if (node.list === root) continue;
    for (const { id, raw, index } of node.branches) {
      if (raw.steps !== undefined) continue;
      report.addAt([...keysOf(node), 'branches', index], 'FLAT_RULE_8', { subject: 'emptyBranch', got: id });
    }
  }
  for (const node of root.nodes) {
    for (const { list, index } of node.branches) {
      if (list && list.nodes.length > 0) report.addAt([...keysOf(node), 'branches', index, 'steps'], 'MIXED_FORMATS');
    }
  }
}
