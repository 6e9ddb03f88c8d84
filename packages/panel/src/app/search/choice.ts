import type { ApiResponse } from '../../api/call.ts';
import type { IconName } from '../../ui/icons.tsx';

/** What the service found. */
export type SearchAnswer = ApiResponse<'GET /panel/api/stores/:storeId/search'>;

/** The kinds of results, in the order of their groups. */
export const kinds = ['orders', 'people', 'checkouts', 'automations', 'messages', 'pages', 'actions'] as const;

/** A kind of results. */
export type ResultKind = (typeof kinds)[number];

/** The row behind a choice; pages and actions have none. */
export type Subject =
  | { readonly kind: 'orders'; readonly row: SearchAnswer['orders'][number] }
  | { readonly kind: 'people'; readonly row: SearchAnswer['people'][number] }
  | { readonly kind: 'checkouts'; readonly row: SearchAnswer['checkouts'][number] }
  | { readonly kind: 'automations'; readonly row: SearchAnswer['automations'][number] }
  | { readonly kind: 'messages'; readonly row: SearchAnswer['messages'][number] }
  | { readonly kind: 'pages' | 'actions' };

/** Something to choose. `to`: the address of its page, below `/panel`. */
export type Choice = {
  readonly id: string;
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly detail: string;
  readonly subject: Subject;
};

/** Choices with a heading. */
export type ChoiceGroup = {
  readonly name: ResultKind | 'seen';
  readonly choices: readonly Choice[];
  readonly total: number;
};

/** The number of choices of a kind among all kinds. */
const shown: Readonly<Record<ResultKind, number>> = {
  orders: 4,
  people: 4,
  checkouts: 3,
  automations: 3,
  messages: 3,
  pages: 4,
  actions: 3,
};

/** The choices of one kind, or some of each. */
export const groupsOf = (choices: readonly Choice[], only: ResultKind | undefined): ChoiceGroup[] =>
  kinds
    .filter((kind) => only === undefined || kind === only)
    .map((kind) => {
      const all = choices.filter(({ subject }) => subject.kind === kind);
      return { name: kind, choices: only === undefined ? all.slice(0, shown[kind]) : all, total: all.length };
    })
    .filter(({ total }) => total > 0);

/** A text without case and accents. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Whether each word of a search begins a word of a text, without case and accents. */
export function isNamedBy(search: string, text: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u);
  const wanted = plain(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return wanted.length > 0 && wanted.every((word) => words.some((one) => one.startsWith(word)));
}

/** A text as the parts before, in and after its first match with a search. */
export function matchIn(text: string, search: string): readonly [before: string, match: string, after: string] {
  const letters = Array.from(text, (letter) => plain(letter));
  const wanted = plain(search.trim().replace(/^#/, ''));
  if (wanted === '') return [text, '', ''];
  for (let start = 0; start < letters.length; start++) {
    let length = 0;
    let read = '';
    while (read.length < wanted.length && start + length < letters.length) read += letters[start + length++];
    if (read !== wanted) continue;
    const all = Array.from(text);
    const part = (from: number, to?: number): string => all.slice(from, to).join('');
    return [part(0, start), part(start, start + length), part(start + length)];
  }
  return [text, '', ''];
}
