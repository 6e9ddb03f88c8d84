import type { Locale } from '../../ui/locale.tsx';
import { listName, listRules } from '../cards/list-text.ts';
import type { OutlineList } from './flow-tree.ts';

/** The space for the text of a branch's pill, and its average letters, in pixels; nothing is measured in the browser. */
const [room, nameLetter, ruleLetter] = [250, 6.6, 6.1];

/** The lines of text for which a pill of a branch has space without growing, and the height of one more. */
const [usualLines, lineHeight] = [2, 16];

/** Longer names and rules are shown in full by the form of the condition. */
const maxLines = { name: 2, rules: 3 };

/** The height of the pill of a branch with up to two lines of text, and of any other pill. */
export const pillHeights = { branch: 48, other: 32 } as const;

const linesOf = (text: string, letter: number, max: number): number =>
  Math.min(max, Math.ceil((text.length * letter) / room));

/** The height of a list's pill: that of a branch grows with its name and its rules, so that neither is cut. */
export function pillHeight(list: OutlineList, locale: Locale): number {
  if (list.kind !== 'branch' && list.kind !== 'none') return pillHeights.other;
  const rules = listRules(list, locale);
  const name = linesOf(listName(list, locale), nameLetter, rules ? maxLines.name : maxLines.rules);
  const lines = name + linesOf(rules, ruleLetter, maxLines.rules);
  return pillHeights.branch + Math.max(0, lines - usualLines) * lineHeight;
}
