import { useLocale } from '../../../../ui/locale.tsx';
import { useStore } from '../../../../ui/use-store.ts';
import type { Bucket, Figures } from '../home-data.ts';

/** How buckets are named: on the axis, in the read-out, and the days of a period. */
export type BucketLabels = {
  axis: (bucket: Bucket) => string;
  /** `next`: the bucket after it, where it stands for several days. */
  long: (bucket: Bucket, size?: number) => string;
  day: (date: string) => string;
};

const dayMs = 24 * 60 * 60_000;

/** The names of hours or days in the store's time zone. */
export function useBucketLabels(unit: Figures['unit']): BucketLabels {
  const { locale } = useLocale();
  const { timeZone } = useStore();
  const of = (options: Intl.DateTimeFormatOptions, zone = timeZone): ((at: string | number) => string) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    return (at) => format.format(new Date(at)).replaceAll(' de ', ' ');
  };
  const short = of({ day: 'numeric', month: 'short' });
  const long = of({ weekday: 'short', day: 'numeric', month: 'short' });
  const hour = of({ hour: 'numeric', hourCycle: 'h23' });
  const hourOf = (at: string | number): number => Number.parseInt(hour(at), 10);
  const between = locale === 'en' ? 'to' : 'a';
  const plain = of({ day: 'numeric', month: 'short' }, 'UTC');
  return {
    axis: ({ at }) => (unit === 'hour' ? `${hourOf(at)}h` : short(at)),
    long: ({ at }, size = 1) => {
      if (unit === 'hour') return `${hourOf(at)}h ${locale === 'en' ? 'to' : 'às'} ${hourOf(at) + 1}h`;
      return size === 1 ? long(at) : `${short(at)} ${between} ${short(Date.parse(at) + (size - 1) * dayMs)}`;
    },
    day: (date) => plain(`${date}T00:00:00Z`),
  };
}
