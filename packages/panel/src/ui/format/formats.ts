import { useLocale, type Locale } from '../locale.tsx';

/** Formatters of the panel for numbers, money and time. Instants are ISO texts or milliseconds, money is in cents. */
export type Formats = {
  money: (cents: number) => string;
  number: (value: number) => string;
  percent: (share: number) => string;
  /** With one decimal, to compare: `12,0%`. */
  share: (share: number) => string;
  /** `3 set., 14:32`; with the year unless it is the current one. */
  instant: (at: string | number) => string;
  /** `14:32` if it is today, else as `instant`. */
  moment: (at: string | number) => string;
  /** `3 set.`; with the year unless it is the current one. */
  date: (at: string | number) => string;
  time: (at: string | number) => string;
  /** `agora`, `há 4 min`; as `instant` if it is an hour or more before or after `now`. */
  ago: (at: string | number, now?: number) => string;
};

/** The formatters of a language. */
export function formatsOf(locale: Locale, timeZone?: string): Formats {
  const zone = timeZone ? { timeZone } : {};
  const intl = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(locale, { ...options, ...zone });
  const day = { day: 'numeric', month: 'short' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
  const time = intl(clock);
  // Portuguese: "3 de set. de 2025" becomes "3 set. 2025".
  const dated = (options: Intl.DateTimeFormatOptions): ((at: string | number) => string) => {
    const [short, long] = [intl(options), intl({ ...options, year: 'numeric' })];
    return (at) => {
      const then = new Date(at);
      return (then.getFullYear() === new Date().getFullYear() ? short : long).format(then).replaceAll(' de ', ' ');
    };
  };
  const instant = dated({ ...day, ...clock });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const exact = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
  return {
    money: (cents) => money.format(cents / 100).replace('-', '−'),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    share: (share) => exact.format(share),
    instant,
    moment: (at) =>
      new Date(at).toDateString() === new Date().toDateString() ? time.format(new Date(at)) : instant(at),
    date: dated(day),
    time: (at) => time.format(new Date(at)),
    ago(at, now = Date.now()) {
      const minutes = Math.trunc((new Date(at).getTime() - now) / 60_000);
      if (Math.abs(minutes) >= 60) return instant(at);
      // Less than a minute is "agora", not "este minuto".
      return minutes === 0 ? relative.format(0, 'second') : relative.format(minutes, 'minute');
    },
  };
}

const made = new Map<string, Formats>();

/** Formatters in the viewer's language. Cached, because creating them loads the data of the language. */
export function useFormats(timeZone?: string): Formats {
  const { locale } = useLocale();
  const key = `${locale} ${timeZone ?? ''}`;
  const formats = made.get(key) ?? formatsOf(locale, timeZone);
  made.set(key, formats);
  return formats;
}
