import { localized } from '@retoma/commerce/locale';
import {
  isAvailable,
  metatagGroup,
  metatagLabel,
  metatagNamed,
  metatags,
  metatagSynonyms,
  triggerName,
  usualMetatags,
  type Metatag,
} from '@retoma/flow';
import type { TagContext } from './tags-in.ts';

/** A row of the picker, under the heading of its group. `refused`: why it is unavailable here; absent if it can be chosen. */
export type PickerRow = { name: string; label: string; group: string; example: string; refused?: string };

/** The option that shows or hides the unavailable metatags. */
export const toggleRefused = { name: 'refused' } as const;

/** The options that the arrow keys move through. */
export type PickerOption = PickerRow | typeof toggleRefused;

/** Whether an option is a metatag. */
export const isRow = (option: PickerOption): option is PickerRow => 'label' in option;

/** The rows of a picker in order, grouped, and the unavailable ones. */
export type PickerChoice = { rows: PickerRow[]; refused: PickerRow[] };

/**
 * The active metatags that match the query: first those that messages of the trigger use most, then the others by group with the best match
 * first, and last those for programs.
 */
export function pickerRows(query: string, context: TagContext): PickerChoice {
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  const found = metatags
    .filter(({ status, aliasOf }) => status === 'active' && aliasOf === undefined)
    .map((metatag) => ({ row: toPickerRow(metatag, context), rank: rankOf(metatag, wanted, context) }))
    .filter(({ rank }) => rank < unfound);
  // A draft may name a trigger that does not exist.
  const usual: readonly string[] = usualMetatags[context.trigger] ?? [];
  const isUsual = ({ row, rank }: Ranked): boolean => rank <= near && usual.includes(row.name);
  const [refused, open] = split(found, ({ row }) => row.refused !== undefined);
  const [forPrograms, forPeople] = split(open, ({ row }) => metatagNamed(row.name)?.forPrograms === true);
  const [first, others] = split(forPeople, isUsual);
  const groupLabels = headings[context.locale];
  return {
    rows: [
      ...first
        .toSorted((a, b) => usual.indexOf(a.row.name) - usual.indexOf(b.row.name))
        .map(({ row }) => ({ ...row, group: groupLabels.usual })),
      ...byGroup(others),
      ...byRank(forPrograms).map((row) => ({ ...row, group: groupLabels.forPrograms })),
    ],
    refused: byRank(refused),
  };
}

const headings = {
  'pt-BR': { usual: 'Mais usados aqui', forPrograms: 'Códigos de sistema' },
  en: { usual: 'Most used here', forPrograms: 'Codes of systems' },
};

type Ranked = { row: PickerRow; rank: number };

const byRank = (some: readonly Ranked[]): PickerRow[] => some.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row);

/** Rows by group; groups with the best-ranked row come first. */
const byGroup = (some: readonly Ranked[]): PickerRow[] =>
  [...Map.groupBy(byRank(some), ({ group }) => group).values()].flat();

function split<T>(some: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const one of some) (isFirst(one) ? yes : no).push(one);
  return [yes, no];
}

/** Ranks up to `near`: a word of the label, or the name, starts with the query, or the query is a synonym. `unfound`: no match. */
const near = 1;
const unfound = 100;

function rankOf({ name, category }: Metatag, wanted: readonly string[], { locale }: TagContext): number {
  const label = plain(metatagLabel(name, locale));
  const synonyms = metatagSynonyms(name);
  const words = [...label.split(/[^a-z0-9]+/), name.toLowerCase()];
  const ranks = wanted.map((word) => {
    if (label.startsWith(word)) return 0;
    if (words.some((one) => one.startsWith(word)) || synonyms.includes(word)) return near;
    if (synonyms.some((one) => one.startsWith(word))) return 2;
    if (name.toLowerCase().includes(word)) return 3;
    if (plain(metatagGroup(category, locale)).startsWith(word)) return 4;
    return label.includes(word) ? 5 : unfound;
  });
  return Math.max(0, ...ranks);
}

function toPickerRow(metatag: Metatag, context: TagContext): PickerRow {
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

/** Why a metatag is unavailable in a text; undefined if it is available. */
function whyNot(metatag: Metatag, { trigger, channel, kind, locale }: TagContext): string | undefined {
  if (!isAvailable(metatag, trigger)) {
    const name = triggerName(trigger, locale);
    return localized(`Não existe em ${name}`, `Not in ${name}`)[locale];
  }
  if (!isAvailable(metatag, trigger, channel)) return localized('Só em e-mail', 'Only in e-mail')[locale];
  if (metatag.type === 'html' && kind !== 'html') return localized('Só no corpo do e-mail', 'Only in the body')[locale];
  return undefined;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
