import {
  describeReason,
  limits,
  parseMessageKey,
  triggerNames,
  walkFlow,
  type Entry,
  type LocatedStep,
  type Trigger,
} from '@retoma/flow';
import { describeStep } from '../../../../diagram/cards/step-text.ts';
import type { Locale } from '../../../../ui/locale.tsx';
import { handlers, toTimelineRow } from './entry-row.ts';
import { texts as shared } from '../texts.ts';
import type { TimelineRow, Run } from './row.ts';
import type { RunMessage } from '../message-text.ts';
import { timelineLabels } from './labels.ts';
import { texts } from './texts.ts';

/** The events of a run and its current state, in order. */
export function rowsOf(run: Run, locale: Locale): TimelineRow[] {
  const steps = new Map(run.flow ? [...walkFlow(run.flow)].map((placed) => [placed.path, placed]) : []);
  const entries = run.timeline.map(({ entry, duration }, index) => ({ entry, duration, index }));
  const passes = new Map<string, number>();
  const rows = entries.flatMap(({ entry, duration, index }) => {
    const placed = steps.get(entry.path);
    return placed ? [toTimelineRow(run, { entry, duration, index, placed }, passes, locale)] : [];
  });
  const visible = collapseLoops(rows, entries, steps, locale).map((row) => withoutFault(row, run));
  return [
    startRow(run, locale),
    ...[
      ...visible,
      ...inboundRows(run, locale),
      ...requestRows(run, locale),
      ...resentRows(run, steps, locale),
      ...underWay(run, steps, locale),
    ].toSorted(
      // Pending rows are last, whenever they started.
      (one, other) => Number(one.tone === 'now') - Number(other.tone === 'now') || one.at - other.at,
    ),
    ...endRows(run, locale),
  ];
}

/** A message that was not sent on purpose is no failure. */
const withoutFault = (row: TimelineRow, { messages }: Run): TimelineRow =>
  messages.some(({ message, state }) => message === row.message && state === 'skipped')
    ? { ...row, tone: 'event' }
    : row;

/** Shows a loop as one row. Of its repeated steps, only failures and the last pass are shown. */
function collapseLoops(
  rows: readonly TimelineRow[],
  entries: readonly { entry: Entry }[],
  steps: ReadonlyMap<string, LocatedStep>,
  locale: Locale,
): TimelineRow[] {
  const loops = new Map<string, number>();
  for (const { entry } of entries) if (entry.outcome === 'iteration') loops.set(entry.path, entry.iteration);
  if (loops.size === 0) return [...rows];
  const last = new Map(rows.map((row, index) => [row.path, index]));
  const seen = new Set<string>();
  return rows.flatMap((row, index): TimelineRow[] => {
    const { path = '' } = row;
    const step = steps.get(path)?.step;
    if (step?.type === 'loop' && entries[Number(row.key.slice(1))]?.entry.outcome === 'iteration') {
      if (seen.has(path)) return [];
      seen.add(path);
      const max = String(step.maxIterations ?? limits.maxIterations.default);
      return [{ ...row, detail: timelineLabels[locale].repeated(String(loops.get(path)), max) }];
    }
    const isInside = [...loops.keys()].some((loop) => path.startsWith(`${loop}.`));
    return !isInside || row.tone !== 'done' || last.get(path) === index ? [row] : [];
  });
}

function startRow(run: Run, locale: Locale): TimelineRow {
  const w = timelineLabels[locale];
  const title = triggerNames[run.event as Trigger]?.[locale] ?? run.event;
  const order = run.orderNumber === null ? undefined : shared[locale].order(run.orderNumber);
  const at = Date.parse(run.startedAt);
  return { key: 'began', at, tone: 'done', icon: 'bolt', title, detail: order ? w.orderCreated(order) : w.startEvent };
}

/** The contact's events that started no list of steps. */
function inboundRows(run: Run, locale: Locale): TimelineRow[] {
  const started = new Set(
    run.timeline.flatMap(({ entry }) =>
      entry.outcome === 'starts' ? [`${handlers[entry.handler]}@${entry.thread.split('@')[1]}`] : [],
    ),
  );
  return run.inbound
    .filter(({ kind, message }) => !started.has(`${kind}@${message}`))
    .map(({ kind, message, at }, index) => {
      const path = parseMessageKey(message)?.path;
      const row = { key: `h${index}`, at: Date.parse(at), tone: 'event' as const, icon: 'message' as const, message };
      return { ...row, title: timelineLabels[locale][kind], ...(path && { path }) };
    });
}

const requestRows = (run: Run, locale: Locale): TimelineRow[] =>
  run.operations.map(({ kind, by, at, outcome }, index) => ({
    key: `o${index}`,
    at: Date.parse(at),
    tone: 'event',
    icon: 'person',
    title: timelineLabels[locale][kind](by),
    ...(outcome === 'rejected' && { detail: timelineLabels[locale].rejected }),
  }));

const isUnderWay = ({ state }: RunMessage): boolean => state === 'queued' || state === 'sending';

/** RUN21: messages that members sent again; the run has no entry of them. */
function resentRows(run: Run, steps: ReadonlyMap<string, LocatedStep>, locale: Locale): TimelineRow[] {
  return run.messages.flatMap((one): TimelineRow[] => {
    if (one.resentBy === null) return [];
    const { message, reason, resentBy, settledAt, dueAt } = one;
    const path = parseMessageKey(message)?.path ?? '';
    const placed = steps.get(path);
    const row = { key: `r${message}`, at: Date.parse(settledAt ?? dueAt), icon: 'loop' as const, path, message };
    const name = placed ? describeStep(placed.step, locale).name : '';
    const detail = reason ? (describeReason(reason, locale) ?? '') : name;
    const tone = isUnderWay(one) ? 'now' : one.state === 'failed' || one.state === 'unknown' ? 'failed' : 'event';
    return [{ ...row, tone, title: texts[locale].resentBy(resentBy), detail }];
  });
}

/** Messages that are queued or being sent: they have no timeline entry until their outcome is known. */
function underWay(run: Run, steps: ReadonlyMap<string, LocatedStep>, locale: Locale): TimelineRow[] {
  return run.messages
    .filter((one) => one.resentBy === null && isUnderWay(one))
    .flatMap(({ message, dueAt, reason }): TimelineRow[] => {
      const path = parseMessageKey(message)?.path ?? '';
      const placed = steps.get(path);
      if (!placed) return [];
      const { name, icon } = describeStep(placed.step, locale);
      const detail = reason ? (describeReason(reason, locale) ?? '') : '';
      return [{ key: `m${message}`, at: Date.parse(dueAt), tone: 'now', icon, title: name, detail, path, message }];
    });
}

/** The reasons of a cancellation without a request. */
const causes = ['STALE', 'SUPERSEDED', 'ORDER_CANCELLED'] as const;
const isCause = (reason: string): reason is (typeof causes)[number] => causes.some((cause) => cause === reason);

function endRows(run: Run, locale: Locale): TimelineRow[] {
  const w = timelineLabels[locale];
  if (run.finishedAt === null) return [];
  const row = { key: 'over', at: Date.parse(run.finishedAt) };
  const { reason } = run;
  switch (run.state) {
    case 'completed':
      return [{ ...row, tone: 'done', icon: 'check', title: w.completed, detail: w.completedWhy }];
    case 'ended': {
      const event = reason === null ? undefined : triggerNames[reason as Trigger]?.[locale];
      return [{ ...row, tone: 'done', icon: 'flag', title: w.ended, detail: event ? w.endedBy(event) : w.endedWhy }];
    }
    case 'cancelled':
      return [
        {
          ...row,
          tone: 'done',
          icon: 'cross',
          title: w.cancelled,
          detail: reason !== null && isCause(reason) ? w[reason] : w.byPerson,
        },
      ];
    case 'failed': {
      const failure =
        reason === null
          ? w.defect
          : reason.includes('BUDGET')
            ? w.tooMuch
            : (describeReason(reason, locale) ?? w.defect);
      return [{ ...row, tone: 'failed', icon: 'warning', title: w.failed, detail: failure }];
    }
    case 'queued':
    case 'running':
    case 'waiting':
      return [];
  }
}
