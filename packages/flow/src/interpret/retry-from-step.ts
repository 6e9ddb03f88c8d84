import type { HandlerName } from '../steps/step.ts';
import { follow } from './follow.ts';
import type { Input } from '../execution/input.ts';
import { none, type PlanStep, type PlanStepOf } from '../execution/plan-step.ts';
import type { Plan } from '../execution/plan.ts';
import type { Run } from '../execution/run.ts';
import { isOver, waitsForTime, type Cause, type RunState } from '../execution/state.ts';

/**
 * Resumes a run from a step (RUN19); false if it changes nothing. The main thread, or the thread of the step's own list, is abandoned with
 * it; a new thread begins at the step, in the first attempt and iteration of the enclosing retries and loops.
 */
export function resumeFrom(run: Run, state: RunState, { path, passes }: Extract<Input, { type: 'retry' }>): boolean {
  const here = run.plan.steps[run.plan.numbers.get(path) ?? none];
  if (!here || (isOver(state) && state.threads.length > 0)) return false;
  run.resume(passes);
  const of = causeOf(run.plan, path, passes);
  leave(run, of);
  if (!of) setMatches(run, here);
  follow(run, run.newThread(of, countsAt(run.plan, here)), here, here.number);
  return true;
}

/** The cause of the thread in which a step runs (RUN1); undefined for the main thread. */
function causeOf(plan: Plan, path: string, passes: { readonly [step: string]: number }): Cause | undefined {
  const [, action, on] = /^(.*)\.(onResponse|onOpen|onClickLink|onNoReply)\[/.exec(path) ?? [];
  if (action === undefined) return undefined;
  const step = plan.numbers.get(action)!;
  return { on: on as HandlerName, step, pass: passes[step] ?? 1 };
}

/** Drops the main thread and the thread of a cause. If such a thread has a message in flight, it stays until its outcome is recorded. */
function leave(run: Run, cause: Cause | undefined): void {
  const isLeft = ({ of }: { of?: Cause }): boolean =>
    !of || (of.on === cause?.on && of.step === cause.step && of.pass === cause.pass);
  const remaining = run.threads
    .filter((thread) => !isLeft(thread) || !waitsForTime(thread.wait))
    .map((thread) => (isLeft(thread) ? { ...thread, left: true as const } : thread));
  run.threads.splice(0, run.threads.length, ...remaining);
}

/** RUN3: sets the matched branches so that the step's gate is open, and forgets the matches of conditions from the step on. */
function setMatches(run: Run, { number, path }: PlanStep): void {
  run.forgetMatches(number);
  const [, root = '', branch] = /^(steps\[\d+\])(?:\.branches\[(\d+)\])?/.exec(path) ?? [];
  const enclosing = run.plan.steps[run.plan.numbers.get(root)!] as PlanStepOf<'condition'>;
  if (branch !== undefined) run.remember(enclosing, Number(branch));
  const { gate } = enclosing;
  if (gate === null || gate === 'never') return;
  const condition = run.plan.steps[gate.condition] as PlanStepOf<'condition'>;
  run.remember(
    condition,
    condition.step.branches!.findIndex(({ id }) => id === gate.branch),
  );
}

/** The counters of each enclosing retry and loop at its first attempt or iteration. */
function countsAt({ steps }: Plan, { scope }: PlanStep): number[] {
  const counts: number[] = [];
  for (let enclosing = steps[scope]; enclosing; enclosing = steps[enclosing.scope]) counts.push(1);
  return counts;
}
