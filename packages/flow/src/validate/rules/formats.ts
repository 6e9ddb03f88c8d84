import { keysOf, type Outline } from '../outline.ts';
import type { Report } from '../../members/report.ts';

/** DEF3: in a flat flow a branch of the root list gets its steps by parentId, not in `steps` (an empty list is allowed). */
export function checkFormats({ root, format }: Outline, report: Report): void {
  if (format === 'nested') return;
  for (const node of root.nodes) {
    for (const { list, index } of node.branches) {
      if (list && list.nodes.length > 0) report.addAt([...keysOf(node), 'branches', index, 'steps'], 'MIXED_FORMATS');
    }
  }
}
