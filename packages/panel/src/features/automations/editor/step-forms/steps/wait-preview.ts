import { instantOf, localTime } from '@retoma/flow';
import type { OutlineStep } from '../../../../../diagram/layout/flow-tree.ts';
import { whenText } from '../../../../../diagram/metrics/wait-times.ts';
import type { Locale } from '../../../../../ui/locale.tsx';

/** The messages on the way to a step, in order: of its own list before it, and of the lists around it. */
export function messagesBefore({ list, index }: OutlineStep): OutlineStep[] {
  const own = list.steps.slice(0, index).filter(({ step }) => step.type === 'action');
  if (!list.owner) return own;
  const owner = list.owner.step.type === 'action' ? [list.owner] : [];
  return [...messagesBefore(list.owner), ...owner, ...own];
}

/** Three entries after `now` at other hours, as examples: the next days at 7:10, 16:00 and 22:40. Milliseconds. */
export function exampleEntries(now: number, timeZone: string): readonly number[] {
  const { day } = localTime(now, timeZone);
  return [
    { day: day + 1, minutes: 430 },
    { day: day + 2, minutes: 1360 },
    { day: day + 4, minutes: 960 },
  ].map((at) => instantOf(at, timeZone));
}

/** An instant in words, with its date: `hoje, 11:50`, `seg., 30 nov., às 09:00`. Milliseconds. */
export function longWhen(at: number, now: number, timeZone: string, locale: Locale): string {
  if (localTime(at, timeZone).day - localTime(now, timeZone).day < 2) return whenText(at, now, timeZone, locale);
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at).replaceAll(' de ', ' ');
  const clock = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = part({ weekday: 'short', day: 'numeric', month: 'short' });
  return `${date}, ${locale === 'en' ? 'at' : 'às'} ${clock}`;
}
