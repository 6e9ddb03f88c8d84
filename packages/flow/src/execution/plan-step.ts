import type { HandlerName, Step, StepOf, StepType } from '../steps/step.ts';

/** The number that stands for no step. */
export const none = -1;

/** The flat format's gate (RUN3): the step runs if the condition matched the branch with that id. `never`: there is no such condition. */
export type Gate = { readonly condition: number; readonly branch: string } | 'never';

/** A step with its position and edges. */
export type PlanStep = StepPosition & { readonly step: Step };

/** A step of one kind with its position and edges. */
export type PlanStepOf<Type extends StepType> = StepPosition & { readonly step: StepOf<Type> };

/** The position and edges of a step. Numbers are step numbers, `none` (-1) if there is no such step. */
export type StepPosition = {
  readonly number: number;
  readonly path: string;
  readonly id: string | null;
  /** The step after this one and all its lists, in the same thread and in the same retry or loop. */
  readonly next: number;
  /** If `next` is none: the retry or loop whose list ends here; none if the thread ends. */
  readonly owner: number;
  /** The nearest enclosing retry or loop in the same thread (RUN5). */
  readonly scope: number;
  /** The first step of onNext. */
  readonly then: number;
  /** The first step of the list that a retry or loop repeats. */
  readonly body: number;
  /** The first step of each branch of a condition, in the order of its branches, or of if_true and if_false. */
  readonly branches: readonly number[];
  /** The first step of each handler list that has steps (RUN1). */
  readonly handlers: { readonly [Name in HandlerName]?: number };
  /** The names of these handlers. */
  readonly listens: readonly HandlerName[];
  /** Whether the step can run more than once in a run, so that its sends must be counted. */
  readonly repeats: boolean;
  /** null: the step always runs with its list. */
  readonly gate: Gate | null;
  /** The conditions, including loops with one, that it depends on in its own thread: the enclosing ones, and its gate's. */
  readonly dependsOn: readonly number[];
  /** Whether another step's gate depends on this condition's branch. */
  readonly gatesSteps: boolean;
  /** For each way in which a thread continues at the step. */
  readonly needsData: NeedsData;
};

/** Whether a thread may read data or send before it waits or ends; true if in doubt (needs-data/). */
export type NeedsData = {
  /** It arrives at the step. */
  readonly enter: boolean;
  /** It continues after the step: at `then`, or after all its lists. */
  readonly then: boolean;
  /** The step failed (RUN5). */
  readonly failed: boolean;
};
