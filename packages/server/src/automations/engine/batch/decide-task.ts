import { isOver, type Input, type RunState } from '@retoma/flow';
import type { CompiledVersion } from '../../definitions/compiled-versions.ts';
import { decidePending } from './decide-pending.ts';
import { decideRun, type DecisionContext, type RunDecision } from './decide-run.ts';
import { sendDecider } from './decide-send.ts';
import type { RunContext } from './load-context.ts';
import type { SendRules } from './send-rules.ts';
import type { LoadedTask, TaskResult } from './types.ts';

/** Decides one task: its pending messages, then its inputs and what is due. A run that cannot be decided has a defect (RUN12). */
export function decideTask(loaded: LoadedTask, rules: SendRules, now: number): TaskResult {
  const { task, compiled, before, isDefective, needsContext, context } = loaded;
  const result = { task, before, context, pendingDecisions: [] };
  try {
    if (before && isDefective && !task.pending) return { ...result, decision: unchanged(before) };
    if (!compiled) return { ...result, decision: null };
    if (context) return decideInContext(loaded, compiled, context, rules, now);
    if (needsContext) throw new Error('the event of the run does not exist');
    return { ...result, decision: decideRun(compiled.plan, before, task.inputs, task.wake, withoutContext) };
  } catch (error) {
    return { ...result, context: null, decision: null, error };
  }
}

function decideInContext(
  { task, before, isDefective }: LoadedTask,
  { plan }: CompiledVersion,
  context: RunContext,
  rules: SendRules,
  now: number,
): TaskResult {
  const decideSend = sendDecider(rules, { plan, context, runId: task.run.runId, now });
  const [trigger] = context.stops;
  const { pointless } = context;
  const stopped = trigger !== undefined || pointless !== null || isDefective || (before !== null && isOver(before));
  const pendingDecisions = (task.pending ?? []).map((message) =>
    decidePending(rules, message, { plan, context, stopped, now, decideSend }),
  );
  if (before && isDefective) return { task, before, context, decision: unchanged(before), pendingDecisions };
  let { inputs } = task;
  const over: Input | null =
    trigger === undefined ? pointless && { type: 'cancel', reason: pointless } : { type: 'event', trigger };
  if (over) {
    const stop = { input: over, at: now };
    // RUN18: before all other inputs, except that a new run starts before it can be stopped.
    inputs = task.startedAt === undefined ? [stop, ...inputs] : [...inputs, stop];
  }
  if (pendingDecisions.length > 0) inputs = [...inputs, ...pendingDecisions.flatMap(({ input }) => input ?? [])];
  const decision = decideRun(plan, before, inputs, task.wake, { resolve: context.resolve, decideSend });
  return { task, before, context, decision, pendingDecisions };
}

const unchanged = (state: RunState): RunDecision => ({ state, entries: '', sends: [], finish: null, changed: false });

/** What a decision without a context is given: `mayNeedData` has promised that it asks for nothing. */
const withoutContext: DecisionContext = {
  resolve: () => bug('read data'),
  decideSend: () => bug('sent'),
};

function bug(did: string): never {
  throw new Error(`a run without a context ${did}`);
}
