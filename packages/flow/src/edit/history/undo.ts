import type { Flow } from '../../definition/flow.ts';
import { applyOperations, type ApplyOptions, type NotApplied } from './apply.ts';
import type { NewId } from '../fresh-ids.ts';
import { applyInverse, inverseOf, type Inverse } from './inverse.ts';
import type { Operation } from '../operation.ts';
import type { Refusal } from '../operation-codes.ts';

// The undo history of one editor session. Plain JSON, so that it survives a reload; pure, so the caller passes the time.

/** The maximum number of undo entries; older ones are dropped. */
export const undoLimit = 100;

/** One entry: the inverse that undoes or redoes it, and for typing the field and the time of the last keystroke. */
type Entry = { inverse: Inverse; field?: string; at?: number };

/** A flow with its undo and redo entries, the latest last. */
export type History = { flow: Flow; undo: readonly Entry[]; redo: readonly Entry[] };

/** Typing: changes of one field with less than `pause` between them are one entry. `at` and `pause` in milliseconds. */
export type Typing = { field: string; at: number; pause: number };

/** A new history of a flow. */
export const historyOf = (flow: Flow): History => ({ flow, undo: [], redo: [] });

/** Applies operations as one entry, or merges them into the entry of the same typing. A change without effect adds no entry. */
export function perform(
  history: History,
  operations: readonly Operation[],
  newId: NewId,
  options: ApplyOptions & { typing?: Typing } = {},
): { ok: true; history: History } | NotApplied {
  const { flow, undo } = history;
  const applied = applyOperations(flow, operations, newId, options);
  if (!applied.ok) return applied;
  if (applied.inverse.length === 0) return { ok: true, history };
  const { typing } = options;
  const last = undo.at(-1);
  const goesOn = typing !== undefined && last?.field === typing.field && typing.at - last.at! < typing.pause;
  const began = goesOn ? applyInverse(flow, last.inverse) : undefined;
  const inverse = began?.ok ? inverseOf(began.flow, applied.flow) : applied.inverse;
  const entry: Entry = { inverse, ...(typing && { field: typing.field, at: typing.at }) };
  const entries = [...(began?.ok ? undo.slice(0, -1) : undo), ...(inverse.length === 0 ? [] : [entry])];
  return { ok: true, history: { flow: applied.flow, undo: entries.slice(-undoLimit), redo: [] } };
}

/** Undoes the last entry. Returns the same history if there is none. */
export function undo(history: History): { ok: true; history: History } | Refusal {
  const turned = turn(history.flow, history.undo, history.redo);
  if (!turned.ok) return turned;
  return { ok: true, history: { flow: turned.flow, undo: turned.from, redo: turned.to } };
}

/** Redoes the last undone entry. The same history if there is none. */
export function redo(history: History): { ok: true; history: History } | Refusal {
  const turned = turn(history.flow, history.redo, history.undo);
  if (!turned.ok) return turned;
  return { ok: true, history: { flow: turned.flow, undo: turned.to, redo: turned.from } };
}

type Turned = { ok: true; flow: Flow; from: readonly Entry[]; to: readonly Entry[] } | Refusal;

/** Applies the last entry of one list and adds its inverse to the other. Later typing in the same field starts a new entry. */
function turn(flow: Flow, from: readonly Entry[], to: readonly Entry[]): Turned {
  const last = from.at(-1);
  if (!last) return { ok: true, flow, from, to };
  const applied = applyInverse(flow, last.inverse);
  if (!applied.ok) return applied;
  return { ok: true, flow: applied.flow, from: from.slice(0, -1), to: [...to, { inverse: applied.inverse }] };
}
