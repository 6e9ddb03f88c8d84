import type { Flow, Step } from '@retoma/flow';
import type { IconName } from '../../ui/icons.tsx';
import type { Locale } from '../../ui/locale.tsx';
import type { MarkTone } from '../metrics/highlights.ts';
import type { OutlineStep } from '../layout/flow-tree.ts';
import { lengthOf, partText } from '../metrics/wait-length.ts';
import { describeStep, describeStop, describeTrigger, type StepTone } from './step-text.ts';
import { texts } from '../texts.ts';
import { waitText, type GoesOn, type Waited } from '../metrics/wait-times.ts';

/** The content of a card, in plain values. A card is redrawn only if they change. */
export type CardData = {
  /** For screen readers: the position, and the meaning of the mark. */
  where: string;
  announcement: string;
  name: string;
  icon: IconName;
  tone: StepTone;
  line: string;
  body: string;
  /** On the right: the number of runs that entered. */
  fact: string;
  /** The result in full words for screen readers, in place of `fact`, and of `line` where `isLineReported`. */
  metric?: string;
  isLineReported?: boolean;
  mark?: MarkTone;
  badge?: string;
  note?: string;
  isSelected: boolean;
  /** Whether the card is in the multi-selection. */
  isMultiSelected: boolean;
  /** Whether the card's tile can be dragged. */
  isMovable: boolean;
};

/** The text of a card, without highlights and selection. */
export type CardText = Omit<
  CardData,
  'where' | 'announcement' | 'metric' | 'isLineReported' | 'isSelected' | 'isMultiSelected' | 'isMovable'
>;

/** The card of a step, without highlights and selection. The second line of a wait is in `goesOn`, else the time since the trigger. */
export function stepCard(from: OutlineStep, waited: Waited, goesOn: GoesOn, locale: Locale): CardText {
  const { id, step } = from;
  const part = partText(from, locale);
  const text = { ...describeStep(step, locale), ...part };
  // Only the last part of a long wait says when it is over.
  const isLast = part === undefined || lengthOf(from).last.id === id;
  const minutes = step.type === 'delay' && isLast ? waited.get(id) : undefined;
  const since = minutes === undefined ? text.line : texts[locale].afterTrigger(waitText(minutes, locale).slice(1));
  const when = step.type === 'delay' && isLast ? goesOn.get(id) : undefined;
  const line = when === undefined ? since : goesOnLine(step, when, locale);
  return { ...text, line, fact: '' };
}

/** The second line of a wait: `Quem entra agora segue amanhã, 09:00`. */
export function goesOnLine(step: Step, when: string, locale: Locale): string {
  const t = texts[locale];
  return step.type === 'delay' && step.businessHours ? t.goesOnInHours(when) : t.goesOn(when);
}

/** The card of the trigger. */
export function triggerCard(flow: Flow, locale: Locale): CardText {
  const { name, line } = describeTrigger(flow.trigger_event, locale);
  return { name, line: describeStop(flow, locale) || line, icon: 'bolt', tone: 'trigger', body: '', fact: '' };
}

/** Whether two cards have equal content. */
export function sameCard(a: CardData, b: CardData): boolean {
  const names = Object.keys(a) as (keyof CardData)[];
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
