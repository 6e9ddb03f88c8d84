import { messageKey } from '../../execution/effect.ts';
import type { Input } from '../../execution/input.ts';
import { guardsOf } from '../../execution/guards.ts';
import type { Kind } from '../../execution/step-executor.ts';
import type { PlanStepOf } from '../../execution/plan-step.ts';
import { isTooLate } from '../../execution/lateness.ts';
import { nextOpening } from '../../execution/quiet-hours.ts';
import { failed, type ActiveThread, type Move, type Run } from '../../execution/run.ts';
import type { Sending } from '../../execution/state.ts';
import { channelOf, isSend } from './send.ts';

/** Sends a message and waits for its outcome, then runs onNext (RUN2). */
export const actionKind: Kind<'action'> = {
  enter(run, thread, here) {
    if (isSend(here.step)) return send(run, thread, here);
    run.record(thread, here, { type: 'action', outcome: 'skipped', reason: 'UNIMPLEMENTED_ACTION' });
    return here.then;
  },

  /** Quiet hours are over (RUN18), or a person skipped the wait. */
  resume: send,
};

function send(run: Run, thread: ActiveThread, here: PlanStepOf<'action'>, despiteQuiet = false): Move {
  const { step, number, listens } = here;
  const { now, due, plan } = run;
  if (!isSend(step)) return here.then;
  if (isTooLate(plan, due, now)) {
    run.nextPass(here);
    run.record(thread, here, { type: 'action', outcome: 'failed', reason: 'TOO_LATE' });
    return failed;
  }
  const opening = plan.quietHours && !despiteQuiet ? nextOpening(plan.quietHours, now, plan.timeZone) : now;
  if (opening > now) return run.park(thread, here, { until: opening });
  if (!run.countMessage()) return run.finish('failed', 'MESSAGE_BUDGET_EXCEEDED');
  const pass = run.nextPass(here);
  const message = messageKey(here.path, pass);
  const guards = guardsOf(thread, here);
  const { name } = step;
  run.effects.push({ type: 'send', message, step: number, pass, name, channel: channelOf[name], due, listens, guards });
  return run.park(thread, here, { pass, since: now });
}

/** Handles the outcome of the message for which a thread waits (RUN5, RUN8, RUN13). */
export function settle(
  run: Run,
  thread: ActiveThread,
  here: PlanStepOf<'action'>,
  sending: Sending,
  outcome: Extract<Input, { type: 'outcome' }>,
): Move {
  const duration = run.now - sending.since;
  if (outcome.outcome === 'failed') {
    run.record(thread, here, { type: 'action', outcome: 'failed', reason: outcome.reason }, duration);
    return failed;
  }
  run.record(thread, here, { type: 'action', outcome: outcome.outcome }, duration);
  run.listen(here, sending.pass);
  return here.then;
}
