import { localized, type Locale } from '@retoma/commerce/locale';
import type { DelayStep } from '../step.ts';
import { describeMinutes } from '../duration.ts';
import type { Until } from './members.ts';

/** A delay as text: `Espera 30 minutos`, `Espera até as 9h do dia seguinte`. */
export const describeDelay = (step: DelayStep, locale: Locale): string =>
  `${localized('Espera', 'Wait')[locale]} ${describeWait(step, locale)}`;

/** How long a delay waits: `30 minutos`, `até as 9h`, `até terça ou quinta, 10h`, `1 dia, em horário comercial`. */
export function describeWait(
  { minutes, until, businessHours }: Pick<DelayStep, 'minutes' | 'until' | 'businessHours'>,
  locale: Locale,
): string {
  const text = until ? describeUntil(until, locale) : describeMinutes(minutes, locale);
  return businessHours ? `${text}, ${localized('em horário comercial', 'in business hours')[locale]}` : text;
}

/** A time of day as text: `até as 9h`, `até as 9h do dia seguinte`, `até terça ou quinta, 10h, depois de 2 horas`. */
export function describeUntil({ time, days, atLeast, nextDay }: Until, locale: Locale): string {
  const clock = clockText(time, locale);
  const least = atLeast ? `${localized(', depois de', ', after')[locale]} ${describeMinutes(atLeast, locale)}` : '';
  if (days && days.length > 0 && days.length < 7) {
    const prefix = localized('até', 'until')[locale];
    const later = nextDay ? localized(', não no mesmo dia', ', not the same day')[locale] : '';
    return `${prefix} ${daysText(days, locale)}, ${clock}${later}${least}`;
  }
  const article = /^0?1:/.test(time) ? 'até a' : 'até as';
  const next = nextDay ? localized(' do dia seguinte', ' the next day')[locale] : '';
  return `${localized(article, 'until')[locale]} ${clock}${next}${least}`;
}

/** `9h`, `9h30`; in English `9:00`. */
function clockText(time: string, locale: Locale): string {
  const [hours = '', minutes = ''] = time.split(':');
  if (locale === 'en') return time.replace(/^0/, '');
  return `${Number(hours)}h${minutes === '00' ? '' : minutes}`;
}

const weekdays = {
  'pt-BR': ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const;

/** `terça ou quinta`, in the order of the week that begins on Monday; Monday to Friday is `um dia de semana`. */
function daysText(days: readonly number[], locale: Locale): string {
  const ordered = [1, 2, 3, 4, 5, 6, 0].filter((day) => days.includes(day));
  if (ordered.join() === '1,2,3,4,5') return localized('um dia de semana', 'a weekday')[locale];
  const names = ordered.map((day) => weekdays[locale][day]!);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} ${localized('ou', 'or')[locale]} ${last}`;
}
