import {
  branchNameOf,
  describeField,
  describeFieldValue,
  describeReason,
  describeRule,
  groupHolds,
  holds,
  resolveIn,
  walkFlow,
  withValue,
  type SimulationResult,
  type Branch,
  type ConditionStep,
  type Entry,
  type Flow,
  type LocatedStep,
  type Resolve,
  type Rule,
  type RunData,
  type Scenario,
  type SimulatedMessage,
} from '@retoma/flow';
import type { Highlight, Highlights } from '../../../../diagram/metrics/highlights.ts';
import { describeStep } from '../../../../diagram/cards/step-text.ts';
import type { Locale } from '../../../../ui/locale.tsx';
import { traceText, passedText } from './trace-text.ts';

/** A branch of a condition that was not taken, and the reason. */
export type UnmatchedBranch = { label: string; why: string };

/** One event of a test, in words. `at`: minutes since the event that started the run. */
export type TraceRowData = {
  key: string;
  at: number;
  stepId: string;
  name: string;
  icon: ReturnType<typeof describeStep>['icon'];
  /** Whether the row belongs to an event handler of a message; such rows are indented. */
  isAside: boolean;
  outcome: string;
  isFailed: boolean;
  untaken: UnmatchedBranch[];
  message?: SimulatedMessage;
};

/** A test run for display: its rows, the highlights of the diagram, and its end. */
export type RunTrace = { rows: TraceRowData[]; highlights: Highlights; lastId: string | undefined };

/** Converts the trace of a simulation into rows. */
export function traceOf(flow: Flow, scenario: Scenario, answer: SimulationResult, locale: Locale): RunTrace {
  const steps = new Map([...walkFlow(flow)].map((placed) => [placed.path, placed]));
  const unsaid = [...answer.messages];
  const rows = answer.trace.flatMap((entry, index): TraceRowData[] => {
    const placed = steps.get(entry.path);
    if (!placed) return [];
    const { name, icon } = describeStep(placed.step, locale);
    const message = messageOf(entry, unsaid);
    return [
      {
        key: String(index),
        at: entry.at,
        stepId: entry.id ?? entry.path,
        name,
        icon,
        isAside: entry.thread !== 'main',
        outcome: outcomeText(entry, placed, locale),
        isFailed: entry.type === 'action' && (entry.outcome === 'failed' || entry.outcome === 'skipped'),
        untaken: unmatchedBranches(entry, placed, dataAt(scenario, entry.at), locale),
        ...(message && { message }),
      },
    ];
  });
  const highlights = traceHighlights(steps, rows, locale);
  const lastId = rows.at(-1)?.stepId;
  return { rows: isStopped(answer) ? [...rows, stopRow(rows, scenario, locale)] : rows, highlights, lastId };
}

/** Whether an event ended the run (RUN18), instead of a step. */
const isStopped = ({ outcome, trace }: SimulationResult): boolean =>
  outcome === 'ended' && trace.at(-1)?.type !== 'end';

/** The row for an event that ended the run. Its time is the first change after the last row. */
function stopRow(rows: readonly TraceRowData[], { changes = [] }: Scenario, locale: Locale): TraceRowData {
  const last = rows.at(-1);
  const at = Math.min(...changes.map((change) => change.at).filter((minute) => minute >= (last?.at ?? 0)));
  return {
    key: 'stop',
    at: Number.isFinite(at) ? at : (last?.at ?? 0),
    stepId: last?.stepId ?? 'trigger-0',
    name: traceText.stop[locale](''),
    icon: 'flag',
    isAside: false,
    outcome: traceText.stopWhy[locale](''),
    isFailed: false,
    untaken: [],
  };
}

function messageOf(entry: Entry, unsaid: SimulatedMessage[]): SimulatedMessage | undefined {
  if (entry.type !== 'action' || entry.outcome !== 'sent') return undefined;
  const index = unsaid.findIndex(({ at, step }) => at === entry.at && (step === entry.id || step === entry.path));
  return index === -1 ? undefined : unsaid.splice(index, 1)[0];
}

function outcomeText(entry: Entry, { step }: LocatedStep, locale: Locale): string {
  if (entry.type === 'condition' && entry.outcome === 'matched')
    return traceText.matched[locale](branchLabel(step as ConditionStep, entry.branch, locale));
  if (entry.type === 'action' && (entry.outcome === 'failed' || entry.outcome === 'skipped'))
    return traceText[entry.outcome][locale](describeReason(entry.reason, locale) ?? entry.reason);
  return passedText(entry, locale);
}

function branchLabel(step: ConditionStep, way: string, locale: Locale): string {
  const branch = step.branches?.find(({ id }) => id === way);
  if (branch) return branchName(branch, locale);
  return traceText[way === 'if_true' ? 'yes' : 'no'][locale]('');
}

/** The name of a branch as in the diagram: without a label, after its rules. */
const branchName = (branch: Branch, locale: Locale): string => branch.label?.trim() || branchNameOf(branch, locale);

/** The data of a scenario at a minute: its context with all changes up to that minute. */
export function dataAt({ context = {}, changes = [] }: Scenario, minute: number): RunData {
  return [...changes]
    .sort((one, other) => one.at - other.at)
    .filter(({ at }) => at <= minute)
    .flatMap(({ set }) => Object.entries(set))
    .reduce((data, [path, value]) => withValue(data, path.split('.'), value), context);
}

/** The branches of a condition that were not taken, with the reasons (ux 1.5). */
function unmatchedBranches(entry: Entry, { step }: LocatedStep, data: RunData, locale: Locale): UnmatchedBranch[] {
  if (entry.type !== 'condition' || step.type !== 'condition') return [];
  const matchedBranch = entry.outcome === 'matched' ? entry.branch : undefined;
  const resolve = resolveIn(data);
  if (!step.branches) {
    const rules = step.conditions ?? [step];
    const other = matchedBranch === 'if_true' ? 'if_false' : 'if_true';
    if (matchedBranch === 'if_true')
      return [{ label: branchLabel(step, other, locale), why: traceText.earlier[locale]('') }];
    return [{ label: branchLabel(step, other, locale), why: whyNot(rules, resolve, locale) }];
  }
  return step.branches
    .filter(({ id }) => id !== matchedBranch)
    .map((branch) => ({
      label: branchName(branch, locale),
      why: groupHolds(branch.conditions, branch.operator, resolve)
        ? traceText.earlier[locale]('')
        : whyNot(branch.conditions, resolve, locale),
    }));
}

/** `pagamento = pendente; era pago`: the first rule that failed, and the value that it compared. */
function whyNot(rules: readonly Rule[], resolve: Resolve, locale: Locale): string {
  const failed = rules.find((rule) => !holds(rule, resolve));
  if (!failed) return '';
  const seen = resolve(failed.field);
  const value =
    seen === null || seen === undefined || seen === ''
      ? traceText.nothing[locale]('')
      : describeFieldValue(failed.field, seen, locale);
  return traceText.unmet[locale](describeRule(failed, locale), `${describeField(failed.field, locale)}: ${value}`);
}

/** Highlights passed steps and dims the rest; the first step of a branch that did not match gives the reason. */
function traceHighlights(
  steps: ReadonlyMap<string, LocatedStep>,
  rows: readonly TraceRowData[],
  locale: Locale,
): Highlights {
  const highlights: Record<string, Highlight> = {};
  const passed = new Set(rows.map(({ stepId }) => stepId));
  const reasons = new Map(
    rows.flatMap(({ stepId, untaken }) => untaken.map(({ label, why }) => [`${stepId} ${label}`, why])),
  );
  for (const { step, path, parent, list, index } of steps.values()) {
    const id = step.id ?? path;
    if (passed.has(id)) {
      const failed = rows.find((row) => row.stepId === id && row.isFailed);
      highlights[id] = failed ? { tone: 'error', note: failed.outcome } : { tone: 'passed' };
      continue;
    }
    const way =
      parent && list && parent.step.type === 'condition' && index === 0 ? (list.branch?.id ?? list.member) : undefined;
    const label = way && parent ? branchLabel(parent.step as ConditionStep, way, locale) : undefined;
    const why = label && parent ? reasons.get(`${parent.step.id ?? parent.path} ${label}`) : undefined;
    highlights[id] = { tone: 'dimmed', ...(why && { note: traceText.rejectedPayment[locale](why) }) };
  }
  highlights['trigger-0'] = { tone: 'passed' };
  return highlights;
}
