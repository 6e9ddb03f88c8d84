import { describeMinutes, describeReason, messageKey, type Entry, type LocatedStep } from '@retoma/flow';
import { describeStep } from '../../../../diagram/cards/step-text.ts';
import type { Locale } from '../../../../ui/locale.tsx';
import type { TimelineRow, Run } from './row.ts';
import { branchTexts } from './branches.ts';
import { timelineLabels } from './labels.ts';

/** Maps an event handler of a message to the kind of event that starts it. */
export const handlers = {
  onResponse: 'reply',
  onOpen: 'open',
  onClickLink: 'click',
  onNoReply: 'noReply',
} as const;

/** An entry with its index in the timeline and its step. */
export type TimelineEntryProps = { entry: Entry; duration: number; index: number; placed: LocatedStep };

/** One entry of a timeline in words. `passes`: the number of sends of each step so far; this function increments it. */
export function toTimelineRow(
  run: Run,
  { entry, duration, index, placed: { step, path } }: TimelineEntryProps,
  passes: Map<string, number>,
  locale: Locale,
): TimelineRow {
  const w = timelineLabels[locale];
  const { name, icon } = describeStep(step, locale);
  const isAside = entry.thread !== 'main';
  const row = { key: `e${index}`, at: entry.at, tone: 'done' as const, icon, title: name, path, isAside };
  switch (entry.outcome) {
    case 'waits':
      return { ...row, ...waitOf(run, { entry, index }, locale) };
    case 'matched':
    case 'no_match': {
      if (step.type !== 'condition') return row;
      const { matched, held, unmatched } = branchTexts(
        step,
        entry.outcome === 'matched' ? entry.branch : undefined,
        locale,
      );
      return { ...row, way: matched, ...(held && { seen: held }), untaken: unmatched };
    }
    case 'sent':
    case 'unknown':
    case 'failed':
    case 'skipped': {
      const pass = (passes.get(path) ?? 0) + 1;
      passes.set(path, pass);
      return { ...row, message: messageKey(path, pass), duration, ...outcomeOf(entry, locale) };
    }
    case 'attempt':
      return { ...row, detail: w.attempt(String(entry.attempt)) };
    case 'succeeded':
      return { ...row, detail: w.succeeded };
    case 'exhausted':
      return { ...row, tone: 'failed', detail: w.exhausted };
    case 'iteration':
      return { ...row, detail: w.repeated(String(entry.iteration), '') };
    case 'finished': {
      const why = { condition: w.loopCondition, max: w.loopMax, error: w.loopError }[entry.reason];
      return { ...row, tone: entry.reason === 'error' ? 'failed' : 'done', detail: why };
    }
    case 'starts':
      return { ...row, tone: 'event', title: w[handlers[entry.handler]], detail: w.began(w[entry.handler]) };
    case 'ended':
      return { ...row, title: name };
  }
}

type Waits = Extract<Entry, { outcome: 'waits' }>;

function waitOf(run: Run, { entry, index }: { entry: Waits; index: number }, locale: Locale): Partial<TimelineRow> {
  const w = timelineLabels[locale];
  const { waitsFor } = run;
  const span = describeMinutes(Math.round((entry.until - entry.at) / 60_000), locale);
  if (waitsFor?.for === 'timer' && waitsFor.path === entry.path && Date.parse(waitsFor.at) === entry.until)
    return { tone: 'now', title: w.waits(span), until: entry.until };
  const next = run.timeline.slice(index + 1).find((later) => later.entry.thread === entry.thread)?.entry.at;
  const left = next ?? (run.finishedAt === null ? entry.until : Date.parse(run.finishedAt));
  // A tolerance, because the two times come from the clocks of two machines.
  if (left < entry.until - 1_000) return { title: w.wouldWait(span), detail: w.cutShort };
  return { title: w.waited(span) };
}

function outcomeOf(entry: Extract<Entry, { type: 'action' }>, locale: Locale): Partial<TimelineRow> {
  const w = timelineLabels[locale];
  switch (entry.outcome) {
    case 'sent':
      return {};
    case 'unknown':
      return { tone: 'failed', detail: w.unknown };
    case 'failed':
    case 'skipped':
      return {
        tone: entry.outcome === 'failed' ? 'failed' : 'done',
        detail: describeReason(entry.reason, locale) ?? w.defect,
      };
  }
}
