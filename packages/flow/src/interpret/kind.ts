import type { StepType } from '../definition/step.ts';
import type { PlanStepOf } from './plan.ts';
import type { ActiveThread, Move, Run } from './run.ts';

/** How a kind of step is executed. Each method returns where the thread goes from the step. */
export type Kind<Type extends StepType> = {
  /** The thread arrives at the step. */
  enter(run: Run, thread: ActiveThread, here: PlanStepOf<Type>): Move;
  /**
   * The instant the thread waited for at the step has come or, if `skipped`, a person skipped the wait (RUN19). Kinds
   * that never wait have none.
   */
  resume?(run: Run, thread: ActiveThread, here: PlanStepOf<Type>, skipped: boolean): Move;
};

/** A kind of step that repeats a list. */
export type RepeatingKind<Type extends StepType> = Kind<Type> & {
  /** Its list ran to the end. */
  bodyEnded(run: Run, thread: ActiveThread, here: PlanStepOf<Type>): Move;
  /** A step of its list failed (RUN5). null: that changes nothing, the thread continues from the step that failed. */
  bodyFailed(run: Run, thread: ActiveThread, here: PlanStepOf<Type>): Move | null;
};
