import { instantOf, localTime } from '@retoma/flow';
import type { OutlineStep } from '../../../../../diagram/layout/flow-tree.ts';

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
