import type { Locale } from '../../ui/locale.tsx';
import type { Formats } from '../../ui/format/formats.ts';
import type { Mark } from './highlights.ts';
import type { Outline, OutlineStep } from '../layout/flow-tree.ts';
import { texts } from '../texts.ts';
import { widthsOf } from './edge-weights.ts';

/** What happened in runs, as the service tells it: `entered` of a step is null where no version that ran has it. */
export type Happened = {
  entered: number;
  isMoreWaiting: boolean;
  steps: readonly {
    id: string;
    entered: number | null;
    waiting: number;
    message: { sent: number; read: number; paid: number } | null;
    changedAt: string | null;
  }[];
  ways: readonly { id: string; way: string; entered: number }[];
};

/** What is said of one step or list: `shown` in a few characters, `told` in whole words; empty where nothing is known. */
export type Figure = { shown: string; told: string };

/** What is said of a step. `line`: in place of its second line; `since`: it is not as it was when some of this happened. */
export type StepFigure = Figure & { line?: string; since?: Mark };

/** What happened, as a diagram and a list say it: by the id of a step (`trigger-0`: the trigger) and of a list; how wide lines are. */
export type Figures = {
  steps: ReadonlyMap<string, StepFigure>;
  lists: ReadonlyMap<string, Figure>;
  widths: ReadonlyMap<string, number>;
};

/** How steps differ from what is published. */
export type Unpublished = ReadonlyMap<string, 'added' | 'changed'>;

type MetricsText = { t: (typeof texts)['pt-BR']; formats: Formats; locale: Locale };

/** Nothing that is not published. */
export const allPublished: Unpublished = new Map();

/** Puts into words what happened at the steps of an outline. Of a period without runs only what waits is told. */
export function figuresOf(
  happened: Happened,
  { outline, unpublished = allPublished }: { outline: Outline; unpublished?: Unpublished },
  { formats, locale }: { formats: Formats; locale: Locale },
): Figures {
  const words: MetricsText = { t: texts[locale], formats, locale };
  const isEmpty = happened.entered === 0;
  const known = new Map(happened.steps.map((step) => [step.id, isEmpty ? { ...step, entered: null } : step]));
  const steps = new Map<string, StepFigure>();
  const trigger = isEmpty ? noFigure : cameTo(happened.entered, words, true);
  steps.set('trigger-0', { ...trigger, ...sinceOf(undefined, unpublished.get('trigger-0'), words) });
  for (const step of outline.steps.values()) {
    const its = known.get(step.id);
    const figure = its ? stepFigure(step, its, happened.isMoreWaiting, words) : noFigure;
    steps.set(step.id, { ...figure, ...sinceOf(its?.changedAt, unpublished.get(step.id), words) });
  }
  const ways = new Map(happened.ways.map(({ id, way, entered }) => [`${id}/${way}`, entered]));
  const taken = isEmpty ? new Map<string, number>() : ways;
  return {
    steps,
    lists: new Map([...taken].map(([id, entered]) => [id, cameTo(entered, words)])),
    widths: isEmpty ? new Map() : widthsOf(outline, happened.entered, known, taken),
  };
}

const noFigure: Figure = { shown: '', told: '' };

function cameTo(entered: number, { t, formats }: MetricsText, asSentence = false): Figure {
  const told = t.entered(formats.number(entered));
  return { shown: asSentence ? told : formats.number(entered), told };
}

function stepFigure(
  { step }: OutlineStep,
  { entered, waiting, message }: Happened['steps'][number],
  isMoreWaiting: boolean,
  words: MetricsText,
): StepFigure {
  const { t, formats } = words;
  const came = entered === null ? noFigure : cameTo(entered, words);
  const isEmail = step.type === 'action' && step.name === 'send_email';
  const shares = message && entered !== null ? sharesOf(message, isEmail, words) : [];
  const share = isEmail ? shares[0] : shares.at(-1);
  const count = formats.number(waiting);
  const waits = waiting === 0 ? '' : isMoreWaiting ? t.moreWaiting(count) : t.waiting(count);
  const isDelay = step.type === 'delay';
  return {
    shown: [came.shown, share].filter(Boolean).join(' · '),
    told: [came.told, ...shares, waits].filter(Boolean).join(', '),
    ...(isDelay && waits && { line: waits }),
  };
}

/** `42% abriu`, `31% pagou`: what is known of those to whom it was sent. */
function sharesOf(
  { sent, read, paid }: { sent: number; read: number; paid: number },
  isEmail: boolean,
  { t, formats }: MetricsText,
): string[] {
  const share = (count: number): string => {
    const whole = Math.round((count / sent) * 100) / 100;
    return formats.percent(whole === 0 ? count / sent : whole);
  };
  if (sent === 0) return [];
  const seen = read > 0 && (isEmail ? t.opened(share(read)) : t.read(share(read)));
  return [seen, paid > 0 && t.paid(share(paid))].filter((one) => one !== false);
}

/** What was changed and not published yet comes before what changed between versions. */
function sinceOf(
  changedAt: string | null | undefined,
  unpublished: 'added' | 'changed' | undefined,
  { t, formats }: MetricsText,
): { since?: Mark } {
  if (unpublished)
    return { since: { tone: unpublished, badge: unpublished === 'added' ? t.newDraft : t.changedDraft } };
  return changedAt ? { since: { tone: 'changed', badge: t.changedAt(formats.date(changedAt)) } } : {};
}

/** What is told of a row of a list: whole words, then what is not as it was. */
export function rowFigure(figures: Figures | undefined, row: { id: string; kind: string }): string {
  const figure: StepFigure | undefined = row.kind === 'list' ? figures?.lists.get(row.id) : figures?.steps.get(row.id);
  return [figure?.told, figure?.since?.badge].filter(Boolean).join(' · ');
}
