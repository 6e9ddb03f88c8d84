import type { Locale } from '../../ui/locale.tsx';
import type { Formats } from '../../ui/format/formats.ts';
import type { Highlight } from './highlights.ts';
import type { Outline, OutlineStep } from '../layout/flow-tree.ts';
import { texts } from '../texts.ts';
import { widthsOf } from './edge-weights.ts';

/** Run counts as the service reports them: `entered` of a step is null if no version that ran has the step. */
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
  branches: readonly { id: string; branch: string; entered: number }[];
};

/** The metric of one step or list: `short` in a few characters, `full` in words; both empty if the count is unknown. */
export type Metric = { short: string; full: string };

/** The metrics of a step. `line`: replaces its second line; `since`: the step has changed since some of these runs. */
export type StepMetric = Metric & { line?: string; since?: Highlight };

/** Metrics for the diagram and the list: by the id of a step (`trigger-0`: the trigger) and of a list; the widths of lines. */
export type StepMetrics = {
  steps: ReadonlyMap<string, StepMetric>;
  lists: ReadonlyMap<string, Metric>;
  widths: ReadonlyMap<string, number>;
};

/** The steps that differ from the published version. */
export type Unpublished = ReadonlyMap<string, 'added' | 'changed'>;

type MetricsText = { t: (typeof texts)['pt-BR']; formats: Formats; locale: Locale };

/** For a flow without unpublished changes. */
export const allPublished: Unpublished = new Map();

/** Formats the run counts of the steps of an outline. For a period without runs only the waiting runs are reported. */
export function stepMetrics(
  happened: Happened,
  { outline, unpublished = allPublished }: { outline: Outline; unpublished?: Unpublished },
  { formats, locale }: { formats: Formats; locale: Locale },
): StepMetrics {
  const text: MetricsText = { t: texts[locale], formats, locale };
  const isEmpty = happened.entered === 0;
  const known = new Map(happened.steps.map((step) => [step.id, isEmpty ? { ...step, entered: null } : step]));
  const steps = new Map<string, StepMetric>();
  const trigger = isEmpty ? noMetric : cameTo(happened.entered, text, true);
  steps.set('trigger-0', { ...trigger, ...sinceOf(undefined, unpublished.get('trigger-0'), text) });
  for (const step of outline.steps.values()) {
    const its = known.get(step.id);
    const metric = its ? stepMetric(step, its, happened.isMoreWaiting, text) : noMetric;
    steps.set(step.id, { ...metric, ...sinceOf(its?.changedAt, unpublished.get(step.id), text) });
  }
  const branches = new Map(happened.branches.map(({ id, branch, entered }) => [`${id}/${branch}`, entered]));
  const counts = isEmpty ? new Map<string, number>() : branches;
  return {
    steps,
    lists: new Map([...counts].map(([id, entered]) => [id, cameTo(entered, text)])),
    widths: isEmpty ? new Map() : widthsOf(outline, happened.entered, known, counts),
  };
}

const noMetric: Metric = { short: '', full: '' };

function cameTo(entered: number, { t, formats }: MetricsText, asSentence = false): Metric {
  const full = t.entered(formats.number(entered));
  return { short: asSentence ? full : formats.number(entered), full };
}

function stepMetric(
  { step }: OutlineStep,
  { entered, waiting, message }: Happened['steps'][number],
  isMoreWaiting: boolean,
  text: MetricsText,
): StepMetric {
  const { t, formats } = text;
  const came = entered === null ? noMetric : cameTo(entered, text);
  const isEmail = step.type === 'action' && step.name === 'send_email';
  const shares = message && entered !== null ? sharesOf(message, isEmail, text) : [];
  const share = isEmail ? shares[0] : shares.at(-1);
  const count = formats.number(waiting);
  const waits = waiting === 0 ? '' : isMoreWaiting ? t.moreWaiting(count) : t.waiting(count);
  const isDelay = step.type === 'delay';
  return {
    short: [came.short, share].filter(Boolean).join(' · '),
    full: [came.full, ...shares, waits].filter(Boolean).join(', '),
    ...(isDelay && waits && { line: waits }),
  };
}

/** `42% abriu`, `31% pagou`: shares of the sent messages. */
function sharesOf(
  { sent, read, paid }: { sent: number; read: number; paid: number },
  isEmail: boolean,
  { t, formats }: MetricsText,
): string[] {
  const share = (count: number): string => {
    const rounded = Math.round((count / sent) * 100) / 100;
    return formats.percent(rounded === 0 ? count / sent : rounded);
  };
  if (sent === 0) return [];
  const seen = read > 0 && (isEmail ? t.opened(share(read)) : t.read(share(read)));
  return [seen, paid > 0 && t.paid(share(paid))].filter((one) => one !== false);
}

/** An unpublished change takes precedence over a change between versions. */
function sinceOf(
  changedAt: string | null | undefined,
  unpublished: 'added' | 'changed' | undefined,
  { t, formats }: MetricsText,
): { since?: Highlight } {
  if (unpublished)
    return { since: { tone: unpublished, badge: unpublished === 'added' ? t.newDraft : t.changedDraft } };
  return changedAt ? { since: { tone: 'changed', badge: t.changedAt(formats.date(changedAt)) } } : {};
}

/** The metric text of a row of a list: the full words, then the change since it was counted. */
export function rowMetric(metrics: StepMetrics | undefined, row: { id: string; kind: string }): string {
  const metric: StepMetric | undefined = row.kind === 'list' ? metrics?.lists.get(row.id) : metrics?.steps.get(row.id);
  return [metric?.full, metric?.since?.badge].filter(Boolean).join(' · ');
}
