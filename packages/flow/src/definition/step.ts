import type { EmailData } from '../channels/email.ts';
import type { SmsData } from '../channels/sms.ts';
import type { WhatsappData } from '../channels/whatsapp.ts';
import type { ConditionField } from '../conditions/fields.ts';
import type { Operator } from '../conditions/operators.ts';

// Types of a checked definition. Unknown members are kept on the objects (DEF1) but are not part of the types.

/** The kinds of step (specification DEF2). */
export const stepTypes = ['delay', 'condition', 'action', 'retry', 'loop', 'end'] as const;

/** A kind of step. */
export type StepType = (typeof stepTypes)[number];

/** A list of steps, run in index order (RUN2). */
export type Steps = readonly Step[];

/** Members that every step may have (specification DEF2). */
export type CommonMembers = {
  /** Set on save if absent; unique in the whole flow. */
  id?: string;
  /** Flat format, root list only: the branch this step belongs to. */
  parentId?: string;
  /** Flat format, root list only: the step to which the editor draws a line. The engine ignores it. */
  nextId?: string;
};

/** Waits (specification DEF3). */
export type DelayStep = CommonMembers & { type: 'delay'; minutes: number; onNext?: Steps };

/** The actions that send a message. */
export const sendNames = ['send_whatsapp', 'send_email', 'send_sms'] as const;

/** An action that sends a message. */
export type SendName = (typeof sendNames)[number];

/** Actions that a definition may contain but that are never executed (RUN9). */
export const unexecutedNames = ['webhook', 'create_coupon'] as const;

/** An action that is never executed. */
export type UnexecutedName = (typeof unexecutedNames)[number];

/** The lists that an action starts, in the order they are walked: `onNext` in the same thread, each other list in a new thread (RUN1). */
export const actionOutlets = ['onNext', 'onResponse', 'onOpen', 'onClickLink', 'onNoReply'] as const;

/** The lists of an action that start a new thread (RUN1). */
export const handlerNames = ['onResponse', 'onOpen', 'onClickLink', 'onNoReply'] as const;

/** A list of an action that starts a new thread (RUN1). */
export type HandlerName = (typeof handlerNames)[number];

/** The nested lists of an action (specification DEF4). */
export type ActionLists = { [outlet in (typeof actionOutlets)[number]]?: Steps };

/** Sends a message (specification DEF4). */
export type SendStep = CommonMembers &
  ActionLists & { type: 'action' } & (
    | { name: 'send_whatsapp'; data: WhatsappData }
    | { name: 'send_email'; data: EmailData }
    | { name: 'send_sms'; data: SmsData }
  );

/** An action that is accepted but never executed (RUN9). */
export type UnexecutedStep = CommonMembers &
  ActionLists & { type: 'action'; name: UnexecutedName; data?: { readonly [member: string]: unknown } };

/** A placeholder for a value that is not a step, so that it can be drawn (EDT9). `value` is the JSON. Definitions never contain it. */
export type UnreadableStep = CommonMembers &
  ActionLists & { type: 'action'; name: 'unreadable'; data: { readonly value: unknown } };

/** An action (specification DEF4). */
export type ActionStep = SendStep | UnexecutedStep | UnreadableStep;

/** A value with which a rule compares a field. */
export type RuleScalar = string | number | boolean | null;

/** One comparison (specification DEF5). `in` and `not-in` take a list, `empty` and `not-empty` need no value. */
export type Rule =
  | { field: ConditionField; operator: 'in' | 'not-in'; value: readonly RuleScalar[] }
  | { field: ConditionField; operator: 'empty' | 'not-empty'; value?: RuleScalar | readonly RuleScalar[] }
  | {
      field: ConditionField;
      operator: Exclude<Operator, 'in' | 'not-in' | 'empty' | 'not-empty'>;
      value: RuleScalar;
    };

/** How the rules of one group combine. */
export const connectives = ['AND', 'OR'] as const;

/** How the rules of one group combine. */
export type Connective = (typeof connectives)[number];

/** One branch of a condition. `steps` is absent in the flat format, where children name the branch in `parentId`. */
export type Branch = {
  id: string;
  label?: string;
  /** By default AND. */
  operator?: Connective;
  conditions: readonly Rule[];
  steps?: Steps;
};

/** Condition, shape 1: the first matching branch runs. */
export type BranchesCondition = CommonMembers & { type: 'condition'; branches: readonly Branch[] };

/** Condition, shape 2: rules joined by one connective (by default AND). */
export type CompositeCondition = CommonMembers & {
  type: 'condition';
  branches?: never;
  operator?: Connective;
  conditions: readonly Rule[];
  if_true?: Steps;
  if_false?: Steps;
};

/** Condition, shape 3 (legacy): the step is itself a rule. */
export type SimpleCondition = CommonMembers & {
  type: 'condition';
  branches?: never;
  conditions?: never;
  if_true?: Steps;
  if_false?: Steps;
} & Rule;

/**
 * Chooses one branch (specification DEF5). The first of the members `branches`, `conditions`, `field` that is present decides the shape.
 */
export type ConditionStep = BranchesCondition | CompositeCondition | SimpleCondition;

/** Repeats its steps until they succeed (specification DEF6, RUN6). Default values: limits.ts. */
export type RetryStep = CommonMembers & {
  type: 'retry';
  maxAttempts?: number;
  /** Minutes. */
  delayBetweenAttempts?: number;
  steps: Steps;
};

/** Repeats its steps while its condition is true (specification DEF7, RUN7). Default values: limits.ts. */
export type LoopStep = CommonMembers & {
  type: 'loop';
  maxIterations?: number;
  stopOnError?: boolean;
  condition?: Rule;
  steps: Steps;
};

/** Ends the whole run at once (specification DEF8, RUN4). */
export type EndStep = CommonMembers & { type: 'end' };

/** One step of an automation. */
export type Step = DelayStep | ActionStep | ConditionStep | RetryStep | LoopStep | EndStep;

/** The type of steps of a kind. */
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;

/** A nested list of a step. */
export type NestedList = {
  /** The path of the list in the step: `onNext`, `if_true`, `branches[0].steps`, `steps`. */
  member: string;
  /** The branch that owns the list. */
  branch?: Branch;
  steps: Steps;
};
