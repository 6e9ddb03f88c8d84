import { localized } from '@retoma/commerce/locale';
import type { Locale } from '../../ui/locale.tsx';
import type { Outline, OutlineList } from '../layout/flow-tree.ts';

/** Minutes from the trigger to the end of each step; absent if they depend on the path of the run. */
export type Waited = ReadonlyMap<string, number>;

/** The time from the trigger to the end of each step, along its branch. Unknown after lists with different waits. */
export function waitedOf({ trunk }: Outline): Waited {
  const waited = new Map<string, number>();
  const along = (list: OutlineList, start: number | undefined): number | undefined => {
    let now = start;
    for (const { id, step, lists } of list.steps) {
      if (step.type === 'delay' && now !== undefined) now += step.minutes;
      if (now !== undefined) waited.set(id, now);
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
  along(trunk, 0);
  return waited;
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
