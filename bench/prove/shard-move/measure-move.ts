import { setTimeout as sleep } from 'node:timers/promises';
import type { Write, Writers } from './writers.ts';

/**
 * One move. `seconds`: from the command to its end; `stoppedMs`: how long the command says that the shard was stopped. `waitedMs`: the longest
 * time from the first try of a write until a try succeeded, of the writes that were under way while the shard was stopped; `otherMs`: of all
 * others, which shows how busy the machine is.
 */
export type MeasuredMove = {
  readonly seconds: number;
  readonly stoppedMs: number;
  readonly waitedMs: number;
  readonly otherMs: number;
};

/** What the command for a move resolves with. */
export type MoveResult =
  { readonly ok: true; readonly stoppedMs: number } | { readonly ok: false; readonly code: string };

/** How long the writers write before and after a move, in milliseconds. */
const aroundMs = 2_000;

/** Moves a shard while writers write to it. */
export async function measureMove(writers: Writers, move: () => Promise<MoveResult>): Promise<MeasuredMove> {
  const writing = writers.start();
  await sleep(aroundMs);
  const began = performance.now();
  const moved = await move();
  if (!moved.ok) throw new Error(moved.code);
  const ended = performance.now();
  await sleep(aroundMs);
  const isStopped = ({ from, to }: Write): boolean => from < ended && to > ended - moved.stoppedMs;
  const writes = await writing.stop();
  return {
    seconds: (ended - began) / 1000,
    stoppedMs: moved.stoppedMs,
    waitedMs: longest(writes.filter(isStopped)),
    otherMs: longest(writes.filter((write) => !isStopped(write))),
  };
}

const longest = (writes: readonly Write[]): number => Math.max(0, ...writes.map(({ from, to }) => to - from));

/** A move in one line. */
export const describeMove = ({ seconds, stoppedMs, waitedMs, otherMs }: MeasuredMove): string =>
  `in ${seconds.toFixed(1)} s; the command says stopped for ${(stoppedMs / 1000).toFixed(1)} s; a write waited ${(waitedMs / 1000).toFixed(1)} s at most, others ${(otherMs / 1000).toFixed(1)} s`;
