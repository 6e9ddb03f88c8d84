import { handlerNames, type ConditionStep, type HandlerName } from '../steps/step.ts';
import { branchName } from '../steps/condition/branch.ts';
import { messageKey, parseMessageKey, type Entry, type TimelineEvent } from './effect.ts';
import type { Plan } from './plan.ts';

// The storage format of a run's timeline (RUN15). An entry is a JSON array of 20 to 45 bytes, and a timeline is such arrays joined by
// commas, so that adding an entry appends text. An array contains: instant, duration, step number, code, the code's value if it has one,
// and for a handler's thread the index of its list, its action's number and the pass. Step numbers belong to a plan, as in a state. Codes
// and the order of values never change.

/** An entry with its duration in milliseconds: what its step took or, for a delay, will take. */
export type TimedEntry = { readonly entry: Entry; readonly duration: number };

/** Outcome → its code. */
const codes = {
  waits: 0,
  matched: 1,
  no_match: 2,
  sent: 3,
  unknown: 4,
  failed: 5,
  skipped: 6,
  attempt: 7,
  succeeded: 8,
  exhausted: 9,
  iteration: 10,
  finished: 11,
  starts: 12,
  ended: 13,
} as const satisfies Record<TimelineEvent['outcome'], number>;

const loopReasons = ['condition', 'max', 'error'] as const;

/**
 * Encodes an entry as text, without spaces except those of its reason; instants in milliseconds. Throws if the entry names what the plan
 * does not have, since it could never be read again.
 */
export function encodeEntry(plan: Plan, entry: Entry, duration: number): string {
  const { at, path, thread, outcome } = entry;
  const step = numberOf(plan, path);
  const value = encodeValue(plan, entry, step);
  return `[${at},${duration},${step},${codes[outcome]}${value}${thread === 'main' ? '' : encodeThread(plan, thread)}]`;
}

/** Decodes entries: arrays of `encodeEntry` joined by commas, or an empty text. Throws on a code of a newer program. */
export function decodeEntries(plan: Plan, text: string): TimedEntry[] {
  return (JSON.parse(`[${text}]`) as Stored[]).map((stored) => decode(plan, stored));
}

function numberOf(plan: Plan, path: string): number {
  const number = plan.numbers.get(path);
  if (number === undefined) throw new Error(`no step of the plan is at ${path}`);
  return number;
}

/** The value of a code, with a comma before it. */
function encodeValue(plan: Plan, entry: Entry, number: number): string {
  switch (entry.outcome) {
    case 'waits':
      return `,${entry.until - entry.at}`;
    case 'matched':
      return `,${branchNumber(plan, number, entry.branch)}`;
    case 'failed':
    case 'skipped':
      return `,${JSON.stringify(entry.reason)}`;
    case 'attempt':
      return `,${entry.attempt}`;
    case 'iteration':
      return `,${entry.iteration}`;
    case 'finished':
      return `,${loopReasons.indexOf(entry.reason)}`;
    case 'starts':
      return `,${handlerNames.indexOf(entry.handler)}`;
    case 'no_match':
    case 'sent':
    case 'unknown':
    case 'succeeded':
    case 'exhausted':
    case 'ended':
      return '';
  }
}

function encodeThread(plan: Plan, thread: string): string {
  const at = thread.indexOf('@');
  const key = parseMessageKey(thread.slice(at + 1));
  const handler = handlerNames.indexOf(thread.slice(0, at) as HandlerName);
  if (!key || handler === -1) throw new Error(`${thread} is not a thread`);
  return `,${handler},${numberOf(plan, key.path)},${key.pass}`;
}

/** The index of the branch that an entry names. */
function branchNumber(plan: Plan, number: number, name: string): number {
  const { branches } = plan.steps[number]!.step as ConditionStep;
  if (!branches) return name === 'if_true' ? 0 : 1;
  const way = branches.findIndex(({ id }) => id === name);
  if (way === -1) throw new Error(`step ${number} of the plan has no branch ${name}`);
  return way;
}

type Stored = readonly [at: number, duration: number, step: number, code: number, ...rest: (number | string)[]];

function decode(plan: Plan, stored: Stored): TimedEntry {
  const [at, duration, step, code, ...rest] = stored;
  const event = decodeTimelineEvent(plan, stored, rest[0]!);
  const [handler, action, pass] = rest.slice(valueless.has(code) ? 0 : 1) as number[];
  const { path, id } = plan.steps[step]!;
  const thread =
    handler === undefined ? 'main' : `${handlerNames[handler]}@${messageKey(plan.steps[action!]!.path, pass!)}`;
  return { entry: { at, thread, path, id, ...event }, duration };
}

/** Codes without a value. */
const valueless: ReadonlySet<number> = new Set([
  codes.no_match,
  codes.sent,
  codes.unknown,
  codes.succeeded,
  codes.exhausted,
  codes.ended,
]);

function decodeTimelineEvent(plan: Plan, [at, , step, code]: Stored, value: number | string): TimelineEvent {
  switch (code) {
    case codes.waits:
      return { type: 'delay', outcome: 'waits', until: at + Number(value) };
    case codes.matched:
      return {
        type: 'condition',
        outcome: 'matched',
        branch: branchName(plan.steps[step]!.step as ConditionStep, Number(value)),
      };
    case codes.no_match:
      return { type: 'condition', outcome: 'no_match' };
    case codes.sent:
      return { type: 'action', outcome: 'sent' };
    case codes.unknown:
      return { type: 'action', outcome: 'unknown' };
    case codes.failed:
      return { type: 'action', outcome: 'failed', reason: String(value) };
    case codes.skipped:
      return { type: 'action', outcome: 'skipped', reason: String(value) };
    case codes.attempt:
      return { type: 'retry', outcome: 'attempt', attempt: Number(value) };
    case codes.succeeded:
      return { type: 'retry', outcome: 'succeeded' };
    case codes.exhausted:
      return { type: 'retry', outcome: 'exhausted' };
    case codes.iteration:
      return { type: 'loop', outcome: 'iteration', iteration: Number(value) };
    case codes.finished:
      return { type: 'loop', outcome: 'finished', reason: loopReasons[Number(value)]! };
    case codes.starts:
      return { type: 'handler', outcome: 'starts', handler: handlerNames[Number(value)]! };
    case codes.ended:
      return { type: 'end', outcome: 'ended' };
    default:
      throw new Error(`an entry of code ${code} is newer than this program`);
  }
}
