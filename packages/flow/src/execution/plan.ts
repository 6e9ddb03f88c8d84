import { stopTriggersOf, type Flow, type QuietHours } from '../definition/flow.ts';
import { limits } from '../members/limits.ts';
import { handlerNames, type HandlerName, type NestedList, type Step, type Steps } from '../steps/step.ts';
import type { Trigger } from '../members/trigger.ts';
import { walkFlow, type LocatedStep } from '../definition/walk.ts';
import { defaultTimeZone } from '../metatags/render/zone-formatters.ts';
import { defaultBusinessHours, type BusinessHours } from './wait/business-hours.ts';
import { needsDataOf } from './needs-data/needs-data.ts';
import { none, type Gate, type PlanStep } from './plan-step.ts';

// A plan is a flow compiled for execution: every step has a number (its index in document order) and its edges to other steps. States refer
// to steps by number, so they are small and belong to one version of one automation.

/** A store's settings for its runs. */
export type RunSettings = {
  /** The IANA zone of quiet hours and clock times; by default America/Sao_Paulo. */
  readonly timeZone?: string;
  /** Minutes from a send until onNoReply fires (RUN8): by default 24 hours, at most 7 days. */
  readonly noReplyMinutes?: number;
  /** Maximum lateness of a send in minutes (RUN17): by default 24 hours. */
  readonly lateMinutes?: number;
  /** RUN22; by default Monday to Friday, 8:00 to 18:00. */
  readonly businessHours?: BusinessHours;
};

/** A flow compiled for execution. */
export type Plan = {
  readonly flow: Flow;
  readonly steps: readonly PlanStep[];
  /** The number of the step at a path. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly stopOn: readonly Trigger[];
  readonly quietHours: QuietHours | undefined;
  readonly timeZone: string;
  readonly businessHours: BusinessHours;
  /** Milliseconds. */
  readonly noReplyAfter: number;
  readonly lateAfter: number;
};

const minute = 60_000;

/** How long replies, opens and clicks of a message are handled (RUN8), in milliseconds. */
export const listeningTime = 7 * 24 * 60 * minute;

/** Compiles a checked flow for execution. Compile once for each version and cache the plan. */
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
  for (const [number, needsData] of needsDataOf(steps).entries()) steps[number]!.needsData = needsData;
  const {
    noReplyMinutes = limits.noReplyMinutes.default,
    lateMinutes = limits.lateMinutes.default,
    timeZone = defaultTimeZone,
    businessHours = defaultBusinessHours,
  } = settings;
  return {
    flow,
    steps,
    numbers,
    stopOn: stopTriggersOf(flow),
    quietHours: flow.settings?.quietHours,
    timeZone,
    businessHours,
    noReplyAfter: Math.min(noReplyMinutes * minute, listeningTime),
    lateAfter: lateMinutes * minute,
  };
}

type Draft = { -readonly [Member in keyof PlanStep]: PlanStep[Member] };

/** The draft of a step; `before` contains the drafts of all earlier steps in document order, including its parents. */
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
    needsData: { enter: false, then: false, failed: false },
  };
}

type Numbers = ReadonlyMap<string, number>;

/** Values common to all steps of a list; `next` is where its last step continues. */
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

/** RUN3: a root step with parentId depends on the first earlier condition with such a branch. A condition always runs. */
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
