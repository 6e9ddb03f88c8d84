import { stopTriggersOf, type Flow, type QuietHours } from '../definition/flow.ts';
import {
  handlerNames,
  type HandlerName,
  type NestedList,
  type Step,
  type StepOf,
  type Steps,
  type StepType,
} from '../definition/step.ts';
import type { Trigger } from '../definition/trigger.ts';
import { walkFlow, type LocatedStep } from '../definition/walk.ts';
import { defaultTimeZone } from '../metatags/render/zone-formatters.ts';

// A flow made ready to be advanced: every step has a number (its place in document order), and where to go from it is looked up
// once. A run's state holds such numbers, which is why it is small and why it belongs to one version of one automation.

/** No step. */
export const none = -1;

/** What a store may set of how its runs behave. */
export type RunSettings = {
  /** The IANA zone of the quiet hours; America/Sao_Paulo if absent. */
  readonly timeZone?: string;
  /** Minutes after a sending at which onNoReply fires (RUN8): 24 hours if absent, 7 days at most. */
  readonly noReplyMinutes?: number;
  /** Minutes by which a send may be late and is still made (RUN17): 24 hours if absent. */
  readonly lateMinutes?: number;
};

/** The flat format's gate (RUN3): the step runs if the condition matched a branch of that id. `never`: there is no such condition. */
export type Gate = { readonly condition: number; readonly branch: string } | 'never';

/** A step with its place and its ways on. */
export type PlanStep = StepPosition & { readonly step: Step };

/** A step of one kind with its place and its ways on. */
export type PlanStepOf<Type extends StepType> = StepPosition & { readonly step: StepOf<Type> };

/** A step of the plan and the steps that follow it; numbers are of steps, `none` (-1) if there is none. */
export type StepPosition = {
  readonly number: number;
  readonly path: string;
  readonly id: string | null;
  /** The step after this one and all its lists, in the same thread and inside the same retry or loop. */
  readonly next: number;
  /** Where `next` is none: the retry or loop whose list ends here; none where the thread ends. */
  readonly owner: number;
  /** The nearest retry or loop around it in the same thread (RUN5). */
  readonly scope: number;
  /** The first step of onNext. */
  readonly then: number;
  /** The first step of what a retry or loop repeats. */
  readonly body: number;
  /** The first step of each branch of a condition: of its branches in order, or of if_true and if_false. */
  readonly branches: readonly number[];
  /** The first step of each handler list that holds any (RUN1). */
  readonly handlers: { readonly [Name in HandlerName]?: number };
  /** Their names. */
  readonly listens: readonly HandlerName[];
  /** Whether it can run more than once in a run, so that its sendings must be counted. */
  readonly repeats: boolean;
  /** null: the step runs whenever its list does. */
  readonly gate: Gate | null;
  /** The conditions, loops with one among them, that it hangs on in its own thread: those around it, and its gate's. */
  readonly dependsOn: readonly number[];
  /** Whether a step's gate depends on the branch of this condition. */
  readonly gatesSteps: boolean;
};

/** A flow made ready to be advanced. */
export type Plan = {
  readonly flow: Flow;
  readonly steps: readonly PlanStep[];
  /** The number of the step at a path. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly stopOn: readonly Trigger[];
  readonly quietHours: QuietHours | undefined;
  readonly timeZone: string;
  /** Milliseconds. */
  readonly noReplyAfter: number;
  readonly lateAfter: number;
};

const minute = 60_000;

/** How long replies, opens and clicks of a message are handled (RUN8), in milliseconds. */
export const listeningTime = 7 * 24 * 60 * minute;

/** Makes a checked flow ready to be advanced. Compile once for each version and keep it. */
export function compileFlow(flow: Flow, settings: RunSettings = {}): Plan {
  const placed = [...walkFlow(flow)];
  const numbers = new Map(placed.map(({ path }, number) => [path, number]));
  const steps: Draft[] = [];
  for (const place of placed) {
    const draft = draftOf(place, steps, numbers);
    draft.gate = gateOf(draft, flow.steps, steps, numbers);
    if (draft.gate && draft.gate !== 'never') draft.dependsOn = [draft.gate.condition];
    steps.push(draft);
  }
  const { noReplyMinutes = 24 * 60, lateMinutes = 24 * 60, timeZone = defaultTimeZone } = settings;
  return {
    flow,
    steps,
    numbers,
    stopOn: stopTriggersOf(flow),
    quietHours: flow.settings?.quietHours,
    timeZone,
    noReplyAfter: Math.min(noReplyMinutes * minute, listeningTime),
    lateAfter: lateMinutes * minute,
  };
}

type Draft = { -readonly [Member in keyof PlanStep]: PlanStep[Member] };

/** Places a step; those before it in document order, its parents among them, are placed. */
function draftOf({ step, path, listPath, index, parent, list }: LocatedStep, before: Draft[], numbers: Numbers): Draft {
  const number = before.length;
  const holder = parent && before[numbers.get(parent.path)!];
  const enclosing = holder && list ? enclosingScope(holder, list) : outside;
  if (holder && list && index === 0) enterBy(holder, list, number);
  const branches = step.type === 'condition' ? (step.branches ?? [true, false]).map(() => none) : [];
  const next = numbers.get(`${listPath}[${index + 1}]`) ?? enclosing.next;
  const id = step.id ?? null;
  return {
    ...enclosing,
    number,
    step,
    path,
    id,
    next,
    then: none,
    body: none,
    branches,
    handlers: {},
    listens: [],
    gate: null,
    gatesSteps: false,
  };
}

type Numbers = ReadonlyMap<string, number>;

/** What holds for every step of a list; `next` is where its last one goes. */
type ListScope = Pick<Draft, 'next' | 'owner' | 'scope' | 'repeats' | 'dependsOn'>;

const outside: ListScope = { next: none, owner: none, scope: none, repeats: false, dependsOn: [] };

function enclosingScope(holder: Draft, list: NestedList): ListScope {
  const { number, step, next, owner, scope, repeats } = holder;
  if (isHandler(list.member)) return { ...outside, repeats };
  const asks = step.type === 'condition' || (step.type === 'loop' && step.condition !== undefined);
  const dependsOn = asks ? [...holder.dependsOn, number] : holder.dependsOn;
  if (step.type === 'retry' || step.type === 'loop') {
    return { next: none, owner: number, scope: number, repeats: true, dependsOn };
  }
  return { next, owner, scope, repeats, dependsOn };
}

function enterBy(holder: Draft, { member, branch }: NestedList, first: number): void {
  const { step } = holder;
  if (isHandler(member)) {
    holder.handlers = { ...holder.handlers, [member]: first };
    holder.listens = [...holder.listens, member];
  } else if (member === 'onNext') holder.then = first;
  else if (member === 'steps') holder.body = first;
  else if (step.type === 'condition') {
    const way = branch ? step.branches!.indexOf(branch) : member === 'if_true' ? 0 : 1;
    holder.branches = holder.branches.with(way, first);
  }
}

const isHandler = (member: string): member is HandlerName => handlerNames.some((name) => name === member);

/** RUN3: a root step with parentId hangs on the lowest-index earlier condition with such a branch. A condition always runs. */
function gateOf({ step, path }: Draft, root: Steps, steps: Draft[], numbers: Numbers): Gate | null {
  const { parentId, type } = step;
  const index = root.indexOf(step);
  if (parentId === undefined || type === 'condition' || path !== `steps[${index}]`) return null;
  const condition = root.slice(0, index).findIndex((earlier) => hasBranch(earlier, parentId));
  if (condition === -1) return 'never';
  const number = numbers.get(`steps[${condition}]`)!;
  steps[number]!.gatesSteps = true;
  return { condition: number, branch: parentId };
}

function hasBranch(step: Step, id: string): boolean {
  return step.type === 'condition' && step.branches?.some((branch) => branch.id === id) === true;
}
