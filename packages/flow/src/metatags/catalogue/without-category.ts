import { category, legacy, on } from './row.ts';

/** The one metatag that has no category. */
// prettier-ignore
export const withoutCategory = category(null, [
  ['current_year', 'text', on.every, '2026', ['Ano atual', 'Current year'], ['Legado: ano corrente; escreva o ano como texto fixo', 'Legacy: the current year; write the year as fixed text'], legacy()],
]);
