import type { EmailData } from '../channels/email.ts';
import type { SmsData } from '../channels/sms.ts';
import type { WhatsappData } from '../channels/whatsapp.ts';
import type { Connective, Rule } from '../conditions/members.ts';
import type { actionLists, UnexecutedName } from './action/members.ts';
import type { branchTable } from './condition/members.ts';
import type { delay } from './delay/members.ts';
import type { end } from './end/members.ts';
import type { loop } from './loop/members.ts';
import type { commonMembers } from './members.ts';
import type { retry } from './retry/members.ts';
import type { MembersOf } from '../members/infer.ts';

export { connectives, type Connective, type Rule, type RuleScalar } from '../conditions/members.ts';
export {
  actionOutlets,
  handlerNames,
  sendNames,
  unexecutedNames,
  type HandlerName,
  type SendName,
  type UnexecutedName,
} from './action/members.ts';

// Types of a checked definition, from the member tables. Unknown members are kept on the objects (DEF1) but are not part of the types.

/** The kinds of step (specification DEF2). */
export const stepTypes = ['delay', 'condition', 'action', 'retry', 'loop', 'end'] as const;

/** A kind of step. */
export type StepType = (typeof stepTypes)[number];

/** A list of steps, run in index order (RUN2). */
export type Steps = readonly Step[];

/** Members that every step may have (specification DEF2). */
export type CommonMembers = MembersOf<typeof commonMembers>;

/** Waits (specification DEF3). */
export type DelayStep = MembersOf<typeof delay.members, Steps>;

/** The nested lists of an action (specification DEF4). */
export type ActionLists = MembersOf<typeof actionLists, Steps>;

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

/** One branch of a condition. `steps` is absent in the flat format, where children name the branch in `parentId`. */
export type Branch = MembersOf<typeof branchTable.members, Steps>;

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

/** Repeats its steps until they succeed (specification DEF6, RUN6). */
export type RetryStep = MembersOf<typeof retry.members, Steps>;

/** Repeats its steps while its condition is true (specification DEF7, RUN7). */
export type LoopStep = MembersOf<typeof loop.members, Steps>;

/** Ends the whole run at once (specification DEF8, RUN4). */
export type EndStep = MembersOf<typeof end.members, Steps>;

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
