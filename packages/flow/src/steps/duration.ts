import { localized, type Locale } from '@retoma/commerce/locale';

const units = [
  { minutes: 1440, 'pt-BR': ['dia', 'dias'], en: ['day', 'days'] },
  { minutes: 60, 'pt-BR': ['hora', 'horas'], en: ['hour', 'hours'] },
  { minutes: 1, 'pt-BR': ['minuto', 'minutos'], en: ['minute', 'minutes'] },
] as const;

/** Minutes as text: 1510 → `1 dia, 1 hora e 10 minutos`. */
export function describeMinutes(minutes: number, locale: Locale): string {
  const parts: string[] = [];
  let left = minutes;
  for (const unit of units) {
    const count = Math.floor(left / unit.minutes);
    left -= count * unit.minutes;
    if (count > 0) parts.push(`${count} ${unit[locale][count === 1 ? 0 : 1]}`);
  }
  const last = parts.pop() ?? `0 ${units[2][locale][1]}`;
  return parts.length === 0 ? last : `${parts.join(', ')} ${localized('e', 'and')[locale]} ${last}`;
}

/** A number of times as text: `1 vez`, `3 vezes`. */
export const describeTimes = (count: number, locale: Locale): string =>
  `${count} ${(count === 1 ? localized('vez', 'time') : localized('vezes', 'times'))[locale]}`;
