import type { StepType } from '../steps/step.ts';
import type { PlanStepOf } from './plan-step.ts';
import type { ActiveThread, Move, Run } from './run.ts';

/** The execution of a kind of step. Each method returns where the thread continues. */
export type Kind<Type extends StepType> = {
  /** The thread arrives at the step. */
  enter(run: Run, thread: ActiveThread, here: PlanStepOf<Type>): Move;
  /** The wait at the step is over, or a person skipped it (`skipped`, RUN19). Kinds that never wait lack this method. */
  resume?(run: Run, thread: ActiveThread, here: PlanStepOf<Type>, skipped: boolean): Move;
};

/** A kind of step that repeats a list. */
export type RepeatingKind<Type extends StepType> = Kind<Type> & {
  /** Its list has run to the end. */
  bodyEnded(run: Run, thread: ActiveThread, here: PlanStepOf<Type>): Move;
  /** A step of its list failed (RUN5). null: the failure is ignored, and the thread continues after the failed step. */
  bodyFailed(run: Run, thread: ActiveThread, here: PlanStepOf<Type>): Move | null;
};
