import { localized } from '@retoma/commerce/locale';
import {
  limits,
  localTime,
  nextOpening,
  waitEnd,
  type DelayStep,
  type QuietHours,
  type Step,
  type StoreClock,
} from '@retoma/flow';
import type { Locale } from '../../ui/locale.tsx';
import type { Outline, OutlineList } from '../layout/flow-tree.ts';

/** Minutes from the trigger to the end of each step; absent if they depend on the path of the run, or on when it begins. */
export type Waited = ReadonlyMap<string, number>;

/** When someone who enters now has passed each step, in milliseconds; absent if that depends on the path of the run. */
export type Passed = ReadonlyMap<string, number>;

/** What decides when someone who enters at `now` goes on: the store's settings, and the automation's quiet hours. */
export type EntryClock = StoreClock & { readonly now: number; readonly quietHours: QuietHours | undefined };

/** Whether a delay lasts as many minutes as it says, whenever it begins. */
const isSpan = ({ until, businessHours }: DelayStep): boolean => until === undefined && businessHours !== true;

/** The time from the trigger to the end of each step, along its branch. Unknown after lists with different waits. */
export const waitedOf = ({ trunk }: Outline): Waited =>
  timesAlong(trunk, 0, (step, at) => (step.type === 'delay' ? (isSpan(step) ? at + step.minutes : undefined) : at));

/** The instant at which each step is passed, by the functions that the engine uses. Unknown after lists with different waits. */
export const passedOf = ({ trunk }: Outline, clock: EntryClock): Passed =>
  timesAlong(trunk, clock.now, (step, at) => {
    if (step.type === 'delay') return waitEndIn(step, at, clock);
    return step.type === 'action' ? leavesAt(at, clock) : at;
  });

const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
const { min, max } = limits.delayMinutes;

/** When a wait that begins at an instant ends; undefined for one that the validator refuses. */
export function waitEndIn(step: DelayStep, at: number, clock: StoreClock): number | undefined {
  const { minutes, until } = step;
  if (!(minutes >= min && minutes <= max)) return undefined;
  if (until && !(isTime(until.time) && (until.atLeast ?? min) >= min && (until.atLeast ?? min) <= max))
    return undefined;
  return waitEnd(step, at, clock);
}

/** When a message leaves that is due at an instant: quiet hours hold it back (RUN18). */
export const leavesAt = (at: number, { quietHours, timeZone }: Omit<EntryClock, 'now'>): number =>
  quietHours && isTime(quietHours.from) && isTime(quietHours.to) ? nextOpening(quietHours, at, timeZone) : at;

/** When someone who enters now passes each wait, as text, by the step's id. */
export type GoesOn = ReadonlyMap<string, string>;

const unknown: GoesOn = new Map();

/** When someone who enters now passes each wait; empty without a clock. */
export function goesOnOf(outline: Outline, clock: EntryClock | undefined, locale: Locale): GoesOn {
  if (!clock) return unknown;
  const waits = [...passedOf(outline, clock)].filter(([id]) => outline.steps.get(id)?.step.type === 'delay');
  return new Map(waits.map(([id, at]) => [id, whenText(at, clock.now, clock.timeZone, locale)]));
}

function timesAlong(
  trunk: OutlineList,
  begin: number,
  pass: (step: Step, at: number) => number | undefined,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const along = (list: OutlineList, start: number | undefined): number | undefined => {
    let now = start;
    for (const { id, step, lists } of list.steps) {
      if (now !== undefined) now = pass(step, now);
      if (now !== undefined) times.set(id, now);
      let ends: (number | undefined)[] = [];
      for (const inner of lists) {
        const end = along(inner, inner.kind === 'handler' || inner.kind === 'repeated' ? undefined : now);
        if (inner.kind === 'next') now = end;
        else if (inner.kind === 'repeated') now = undefined;
        else if (inner.kind !== 'handler' && inner.steps.at(-1)?.step.type !== 'end') ends = [...ends, end];
      }
      if (new Set(ends).size > 1) now = undefined;
      else if (ends.length > 0) now = ends[0];
    }
    return now;
  };
  along(trunk, begin);
  return times;
}

/** Formats a day of the calendar, of which the midnight in UTC stands for it. Made once: making one costs more than a hundred texts. */
const dayFormats = (options: Intl.DateTimeFormatOptions): Record<Locale, Intl.DateTimeFormat> => ({
  'pt-BR': new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', ...options }),
  en: new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }),
});
const weekdays = dayFormats({ weekday: 'short' });
const dates = dayFormats({ day: 'numeric', month: 'short' });
const longDates = dayFormats({ weekday: 'short', day: 'numeric', month: 'short' });

/** The time of day of an instant: `09:00`. */
const clockAt = (at: number, timeZone: string): string =>
  new Date(localTime(at, timeZone).minutes * 60_000).toISOString().slice(11, 16);

/** An instant as seen from `now` in a time zone: `hoje, 11:50`, `amanhã, 09:00`, `seg., 09:00`, `2 dez., 09:00`. Milliseconds. */
export function whenText(at: number, now: number, timeZone: string, locale: Locale): string {
  const { day } = localTime(at, timeZone);
  const days = day - localTime(now, timeZone).day;
  const clock = clockAt(at, timeZone);
  if (days === 0) return `${localized('hoje', 'today')[locale]}, ${clock}`;
  if (days === 1) return `${localized('amanhã', 'tomorrow')[locale]}, ${clock}`;
  return `${(days < 7 ? weekdays : dates)[locale].format(day * 86_400_000).replaceAll(' de ', ' ')}, ${clock}`;
}

/** The same with the date from the day after tomorrow on: `seg., 30 nov., às 09:00`. */
export function longWhenText(at: number, now: number, timeZone: string, locale: Locale): string {
  const { day } = localTime(at, timeZone);
  if (day - localTime(now, timeZone).day < 2) return whenText(at, now, timeZone, locale);
  const date = longDates[locale].format(day * 86_400_000).replaceAll(' de ', ' ');
  return `${date}, ${localized('às', 'at')[locale]} ${clockAt(at, timeZone)}`;
}

/** `+2h30`, `+2 h`, `+3 dias`; empty if unknown. */
export function waitText(minutes: number | undefined, locale: Locale): string {
  if (minutes === undefined) return '';
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const day = (days === 1 ? localized('dia', 'day') : localized('dias', 'days'))[locale];
  if (days > 0) return `+${days} ${day}${hours > 0 ? ` ${hours} h` : ''}`;
  if (hours > 0) return rest > 0 ? `+${hours}h${String(rest).padStart(2, '0')}` : `+${hours} h`;
  return `+${rest} min`;
}
