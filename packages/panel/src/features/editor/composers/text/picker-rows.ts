import { isAvailable, metatagGroup, metatagLabel, metatags, triggerName, type Metatag } from '@retoma/flow';
import type { TagContext } from './tags-in.ts';

/** A row of the picker. `refused`: why it has no place here; absent: it may be chosen. */
export type PickerRow = { name: string; label: string; group: string; example: string; refused?: string };

/** The active metatags that a person may have meant by what they typed, those that may be chosen first. */
export function pickerRows(query: string, context: TagContext): PickerRow[] {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  const ranked = metatags
    .filter(({ status, aliasOf }) => status === 'active' && aliasOf === undefined)
    .map((metatag) => rowOf(metatag, context))
    .map((row) => ({ row, rank: rankOf(row, wanted) }))
    .filter(({ rank }) => rank < unfound);
  const order = ({ row, rank }: (typeof ranked)[number]): number => (row.refused ? unfound : 0) + rank;
  return ranked.sort((a, b) => order(a) - order(b)).map(({ row }) => row);
}

const unfound = 100;

/** How near a row is to what was typed: its label begins so, a word of it does, its name holds it, or its group is it. */
function rankOf({ label, name, group }: PickerRow, wanted: readonly string[]): number {
  const words = plain(label);
  const ranks = wanted.map((word) => {
    if (words.startsWith(word)) return 0;
    if (words.includes(` ${word}`)) return 1;
    if (name.toLowerCase().includes(word)) return 2;
    if (plain(group).startsWith(word)) return 3;
    return words.includes(word) ? 4 : unfound;
  });
  return Math.max(0, ...ranks);
}

function rowOf(metatag: Metatag, context: TagContext): PickerRow {
  const { locale } = context;
  const { name, category, example } = metatag;
  const refused = whyNot(metatag, context);
  return {
    name,
    label: metatagLabel(name, locale),
    group: metatagGroup(category, locale),
    example: metatag.type === 'html' ? '' : example,
    ...(refused && { refused }),
  };
}

/** Why a metatag has no place in a text; undefined where it has one. */
function whyNot(metatag: Metatag, { trigger, channel, kind, locale }: TagContext): string | undefined {
  const isEnglish = locale === 'en';
  if (!isAvailable(metatag, trigger)) {
    const name = triggerName(trigger, locale);
    return isEnglish ? `Not in ${name}` : `Não existe em ${name}`;
  }
  if (!isAvailable(metatag, trigger, channel)) return isEnglish ? 'Only in e-mail' : 'Só em e-mail';
  if (metatag.type === 'html' && kind !== 'html') return isEnglish ? 'Only in the body' : 'Só no corpo do e-mail';
  return undefined;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
