// Execution of automations: the entry point for drivers of runs and for the rest of the package.
export { advance, type Advanced } from './advance.ts';
export { composeMessage, type ComposedMessage, type MjmlParts } from './compose-message.ts';
export { recipientOf, recipientPlaces, resolveIn, withValue, type RunData } from './data.ts';
export {
  messageKey,
  parseMessageKey,
  resentKey,
  sentKey,
  type Effect,
  type Entry,
  type Guards,
  type SendEffect,
} from '../execution/effect.ts';
export { guardsHold } from '../execution/guards.ts';
export type { Input } from '../execution/input.ts';
export { NewerState, readState, type StoredState } from '../execution/migrate.ts';
export { mayNeedData } from '../execution/needs-data/may-need-data.ts';
export type { PlanStep } from '../execution/plan-step.ts';
export { isTooLate, tooLateFrom } from '../execution/lateness.ts';
export { compileFlow, type Plan, type RunSettings } from '../execution/plan.ts';
export { nextOpening } from '../execution/quiet-hours.ts';
export { messageBudget, stepBudget } from '../execution/run.ts';
export { isOver, runStatus, wakeAt, type ListenerKind, type RunOutcome, type RunState } from '../execution/state.ts';
export { decodeEntries, encodeEntry, type TimedEntry } from '../execution/timeline.ts';
export type { Resolve } from '../conditions/evaluate.ts';
