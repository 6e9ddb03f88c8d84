// Execution of automations: the entry point for drivers of runs and for the rest of the package.
export { advance, type Advanced } from './advance.ts';
export { composeMessage, type ComposedMessage, type MjmlParts } from './compose-message.ts';
export { recipientOf, recipientPlaces, resolveIn, withValue, type RunData } from './data.ts';
export { messageKey, parseMessageKey, type Effect, type Entry, type Guards, type SendEffect } from './effect.ts';
export { guardsHold } from './guards.ts';
export type { Input } from './input.ts';
export { NewerState, readState, type StoredState } from './migrate.ts';
export { mayNeedData } from './needs-data/may-need-data.ts';
export type { PlanStep } from './plan-step.ts';
export { compileFlow, isTooLate, tooLateFrom, type Plan, type RunSettings } from './plan.ts';
export { nextOpening } from './quiet-hours.ts';
export { messageBudget, stepBudget } from './run.ts';
export { isOver, runStatus, wakeAt, type ListenerKind, type RunOutcome, type RunState } from './state.ts';
export { decodeEntries, encodeEntry, type TimedEntry } from './timeline.ts';
export type { Resolve } from '../conditions/evaluate.ts';
