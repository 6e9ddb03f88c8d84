import type { Locale } from './locale.ts';
import { texts } from './texts/texts.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A cached formatter: creating one costs far more than using it, and there are few. */
function format(locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  let known = formats.get(key);
  if (!known) formats.set(key, (known = new Intl.DateTimeFormat(locale, { ...options, timeZone })));
  return known;
}

/** Locale and time zone in which instants are shown, and the current instant (milliseconds since 1970). */
export type Viewpoint = { locale: Locale; timeZone: string; now: number };

/** The time of day: `15:42`. */
export const clockTime = (at: number, { locale, timeZone }: Viewpoint): string =>
  format(locale, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);

const dayKey = (at: number, { timeZone }: Viewpoint): string =>
  format('en', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

/** Whether an instant is on the current day in the store's time zone. */
export const isToday = (at: number, view: Viewpoint): boolean => dayKey(at, view) === dayKey(view.now, view);

/** The date: `3 de setembro`. */
export const dateLabel = (at: number, { locale, timeZone }: Viewpoint): string =>
  format(locale, timeZone, { day: 'numeric', month: 'long' }).format(at);

/** Time and day: `15:42 de hoje`, `15:42 de amanhã`, `15:42 de 3 de setembro`. */
export function whenText(at: number, view: Viewpoint): string {
  const text = texts[view.locale];
  const time = clockTime(at, view);
  if (isToday(at, view)) return text.until(text.today, time);
  if (dayKey(at, view) === dayKey(view.now + 86_400_000, view)) return text.until(text.tomorrow, time);
  return text.untilDate(dateLabel(at, view), time);
}

/** Weekday and date: `sexta-feira, 15 de março`. */
export const dayText = (at: number, { locale, timeZone }: Viewpoint): string =>
  format(locale, timeZone, { weekday: 'long', day: 'numeric', month: 'long' }).format(at);

/** The date as a boleto prints it: `15/03/2026`. */
export const dateText = (at: number, { locale, timeZone }: Viewpoint): string =>
  format(locale, timeZone, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(at);

/** A day, as `2026-12-03`, in short: `qui., 3 de dez.` */
export const shortDay = (day: string, locale: Locale): string =>
  format(locale, 'UTC', { weekday: 'short', day: 'numeric', month: 'short' }).format(Date.parse(`${day}T12:00:00Z`));
