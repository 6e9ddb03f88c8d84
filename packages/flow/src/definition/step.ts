import type { EmailData } from '../channels/email.ts';
import type { SmsData } from '../channels/sms.ts';
import type { WhatsappData } from '../channels/whatsapp.ts';
import type { ConditionField } from '../conditions/fields.ts';
import type { Operator } from '../conditions/operators.ts';

// The types of a checked definition. Members that we do not know stay on the objects (DEF1); the types do not name them.

/** The kinds of step (specification DEF2). */
export const stepTypes = ['delay', 'condition', 'action', 'retry', 'loop', 'end'] as const;

/** A kind of step. */
export type StepType = (typeof stepTypes)[number];

/** A list of steps, run in index order (RUN2). */
export type Steps = readonly Step[];

/** The members every step may have (specification DEF2). */
export type CommonMembers = {
  /** Given on save where absent; unique in the whole flow. */
  id?: string;
  /** Flat format, root list only: the branch this step belongs to. */
  parentId?: string;
  /** Flat format, root list only: what the editor draws a line to. The engine ignores it. */
  nextId?: string;
};

/** Waits (specification DEF3). */
export type DelayStep = CommonMembers & { type: 'delay'; minutes: number; onNext?: Steps };

/** The actions that send a message. */
export const sendNames = ['send_whatsapp', 'send_email', 'send_sms'] as const;

/** An action that sends a message. */
export type SendName = (typeof sendNames)[number];

/** The actions that a definition may hold but that are never executed (RUN9). */
export const unexecutedNames = ['webhook', 'create_coupon'] as const;

/** An action that is never executed. */
export type UnexecutedName = (typeof unexecutedNames)[number];

/** The lists an action starts, in the order they are walked: `onNext` in the same thread, the others in threads of their own (RUN1). */
export const actionOutlets = ['onNext', 'onResponse', 'onOpen', 'onClickLink', 'onNoReply'] as const;

/** The lists of an action that start a thread of their own (RUN1). */
export const handlerNames = ['onResponse', 'onOpen', 'onClickLink', 'onNoReply'] as const;

/** A list of an action that starts a thread of its own (RUN1). */
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

/** An action that is accepted and never executed (RUN9). */
export type UnexecutedStep = CommonMembers &
  ActionLists & { type: 'action'; name: UnexecutedName; data?: { readonly [member: string]: unknown } };

/** A placeholder step for JSON that is no step, for drawing (EDT9): `value` is that JSON. No definition holds it. */
export type UnreadableStep = CommonMembers &
  ActionLists & { type: 'action'; name: 'unreadable'; data: { readonly value: unknown } };

/** An action (specification DEF4). */
export type ActionStep = SendStep | UnexecutedStep | UnreadableStep;

/** What a rule may compare a field with. */
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

/** One way out of a condition. `steps` is absent in the flat format, where children name the branch in `parentId`. */
export type Branch = {
  id: string;
  label?: string;
  /** AND where absent. */
  operator?: Connective;
  conditions: readonly Rule[];
  steps?: Steps;
};

/** Condition, shape 1: the first branch that matches runs. */
export type BranchesCondition = CommonMembers & { type: 'condition'; branches: readonly Branch[] };

/** Condition, shape 2: rules joined by one connective (AND where absent). */
export type CompositeCondition = CommonMembers & {
  type: 'condition';
  branches?: never;
  operator?: Connective;
  conditions: readonly Rule[];
  if_true?: Steps;
  if_false?: Steps;
};

/** Condition, shape 3 (legacy): the step is itself one rule. */
export type SimpleCondition = CommonMembers & {
  type: 'condition';
  branches?: never;
  conditions?: never;
  if_true?: Steps;
  if_false?: Steps;
} & Rule;

/** Chooses one branch (specification DEF5). The member present decides the shape: `branches`, else `conditions`, else `field`. */
export type ConditionStep = BranchesCondition | CompositeCondition | SimpleCondition;

/** Repeats its steps until they succeed (specification DEF6, RUN6). Defaults: limits.ts. */
export type RetryStep = CommonMembers & {
  type: 'retry';
  maxAttempts?: number;
  /** Minutes. */
  delayBetweenAttempts?: number;
  steps: Steps;
};

/** Repeats its steps while its condition holds (specification DEF7, RUN7). Defaults: limits.ts. */
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

/** The step type of a kind. */
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;

/** A nested list of a step. */
export type NestedList = {
  /** The member that holds it: `onNext`, `if_true`, `branches[0].steps`, `steps`. */
  member: string;
  /** The branch whose list it is. */
  branch?: Branch;
  steps: Steps;
};
