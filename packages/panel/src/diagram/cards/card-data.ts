import type { Flow } from '@retoma/flow';
import type { IconName } from '../../ui/icons.tsx';
import type { Locale } from '../../ui/locale.tsx';
import type { MarkTone } from '../metrics/highlights.ts';
import type { OutlineStep } from '../layout/flow-tree.ts';
import { describeStep, describeStop, describeTrigger, type StepTone } from './step-text.ts';
import { texts } from '../texts.ts';
import { waitText, type Waited } from '../metrics/wait-times.ts';

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

/** The card of a step, without highlights and selection. */
export function stepCard({ id, step }: OutlineStep, waited: Waited, locale: Locale): CardText {
  const text = describeStep(step, locale);
  const minutes = step.type === 'delay' ? waited.get(id) : undefined;
  const line = minutes === undefined ? text.line : texts[locale].afterTrigger(waitText(minutes, locale).slice(1));
  return { ...text, line, fact: '' };
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
