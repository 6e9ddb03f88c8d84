import { localized } from '@retoma/commerce/locale';
import { describeMinutes, limits, type DelayStep, type Operation } from '@retoma/flow';
import type { Locale } from '../../ui/locale.tsx';
import type { OutlineStep } from '../layout/flow-tree.ts';

/** The longest wait that one choice makes, in minutes: 90 days. */
export const longestWait = 90 * 1440;

/** A wait of one or several delays in a row, each but the last of 7 days. `leading`: their ids; `minutes`: of all. */
export type WaitLength = { leading: readonly string[]; last: DelayStep & { id: string }; minutes: number };

const week = limits.delayMinutes.max;

const delayAt = ({ list }: OutlineStep, index: number): OutlineStep | undefined => {
  const found = list.steps[index];
  return found?.step.type === 'delay' ? found : undefined;
};

/** Whether a delay of 7 days only makes the one after it longer. */
const isLeading = ({ step }: OutlineStep): boolean =>
  step.type === 'delay' &&
  step.minutes === week &&
  step.until === undefined &&
  step.businessHours !== true &&
  (step.onNext ?? []).length === 0;

const isSpan = (found: OutlineStep | undefined): found is OutlineStep =>
  found?.step.type === 'delay' && found.step.until === undefined;

/** The wait to which a delay belongs. */
export function lengthOf(from: OutlineStep): WaitLength {
  let at = from;
  for (let next = delayAt(at, at.index + 1); isLeading(at) && isSpan(next); next = delayAt(at, at.index + 1)) at = next;
  const last = at.step as DelayStep;
  const leading: string[] = [];
  for (
    let before = delayAt(at, at.index - 1);
    isSpan(at) && before && isLeading(before);
    before = delayAt(before, before.index - 1)
  )
    leading.unshift(before.id);
  return { leading, last: { ...last, id: at.id }, minutes: leading.length * week + last.minutes };
}

/** The operations that make a wait last as many minutes (1 to `longestWait`), with delays of 7 days before its last. */
export function changeLength({ leading, last }: WaitLength, minutes: number): Operation[] {
  const needed = Math.ceil(minutes / week) - 1;
  const added = Array.from({ length: Math.max(0, needed - leading.length) }, (): Operation => {
    return { op: 'insert_before', step: { type: 'delay', minutes: week }, beforeNodeId: last.id };
  });
  const removed = leading.slice(needed).map((nodeId): Operation => ({ op: 'remove_step', nodeId }));
  return [{ op: 'update_step', nodeId: last.id, changes: { minutes: minutes - needed * week } }, ...added, ...removed];
}

/** The texts of a delay that is part of a longer wait: `Esperar 30 dias`, `Parte 1 de 5`; undefined for any other step. */
export function partText(from: OutlineStep, locale: Locale): { name: string; line: string } | undefined {
  if (from.step.type !== 'delay') return undefined;
  const { leading, minutes } = lengthOf(from);
  if (leading.length === 0) return undefined;
  const at = leading.indexOf(from.id);
  const [part, parts] = [at === -1 ? leading.length + 1 : at + 1, leading.length + 1];
  return {
    name: `${localized('Esperar', 'Wait')[locale]} ${describeMinutes(minutes, locale)}`,
    line: localized(`Parte ${part} de ${parts}`, `Part ${part} of ${parts}`)[locale],
  };
}
