import { localized } from '@retoma/commerce/locale';
import type { BusinessHours } from '@retoma/flow';
import type { Locale } from '../locale.tsx';

/** The names of the days of the week, from Sunday. */
export const weekdayNames: Record<Locale, readonly string[]> = {
  'pt-BR': ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

/** `Segunda a sexta, das 8h às 18h, sem feriados nacionais.` */
export function businessHoursText({ from, to, days }: BusinessHours, locale: Locale): string {
  const week = [1, 2, 3, 4, 5, 6, 0];
  const ordered = week.filter((day) => days.includes(day));
  const names = ordered.map((day) => weekdayNames[locale][day]!);
  const start = week.indexOf(ordered[0] ?? 1);
  const isRange = ordered.length > 2 && ordered.every((day, index) => day === week[start + index]);
  const text = isRange
    ? `${names[0]} ${localized('a', 'to')[locale]} ${names.at(-1)}`
    : [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(localized(' e ', ' and ')[locale]);
  const clock = (time: string): string =>
    locale === 'en' ? time.replace(/^0/, '') : time.replace(/^0/, '').replace(':', 'h').replace(/h00$/, 'h');
  const hours = localized(`das ${clock(from)} às ${clock(to)}`, `${clock(from)} to ${clock(to)}`)[locale];
  const without = localized('sem feriados nacionais', 'no national holidays')[locale];
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, ${hours}, ${without}.`;
}
