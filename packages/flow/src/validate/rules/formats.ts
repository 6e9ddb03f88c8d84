import { keysOf, type Outline } from '../outline.ts';
import type { Report } from '../report.ts';

/** DEF3: a branch of the root list of a flat flow has its steps by parentId, not inside itself (an empty list is left alone). */
export function checkFormats({ root, format }: Outline, report: Report): void {
  if (format === 'nested') return;
  for (const node of root.nodes) {
    for (const { list, index } of node.branches) {
      if (list && list.nodes.length > 0) report.addAt([...keysOf(node), 'branches', index, 'steps'], 'MIXED_FORMATS');
    }
  }
}
