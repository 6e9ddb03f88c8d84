import type { Steps } from './step.ts';
import type { Trigger } from './trigger.ts';

/** When an automation may start again for the same order or customer (RUN18). */
export const reentries = ['every', 'once_per_order', 'once_per_customer'] as const;

/** One of `reentries`. */
export type Reentry = (typeof reentries)[number];

/** The time of day at which no message is sent (RUN18), in the store's time zone. If `from` is after `to`, it spans midnight. */
export type QuietHours = {
  /** `HH:mm` */
  from: string;
  /** `HH:mm` */
  to: string;
  /** The days on which the quiet hours begin, 0 (Sunday) to 6 (Saturday); by default every day. */
  days?: readonly number[];
};

/** Optional settings of an automation beyond the specification (RUN18). */
export type FlowSettings = {
  /** An event, or several, that ends the run at once. */
  stopOn?: Trigger | readonly Trigger[];
  quietHours?: QuietHours;
  reentry?: Reentry;
  /** The number of days for which `reentry` counts; absent: without limit. */
  withinDays?: number;
};

/** A checked automation definition (specification DEF1). Unknown members are kept (decisions DEF1). */
export type Flow = {
  name: string;
  trigger_event: Trigger;
  /** By default true. */
  active?: boolean;
  settings?: FlowSettings;
  steps: Steps;
};

/** RUN18: the events that end a run of this flow at once. */
export function stopTriggersOf(flow: Flow): readonly Trigger[] {
  const stopOn = flow.settings?.stopOn;
  return stopOn === undefined ? [] : typeof stopOn === 'string' ? [stopOn] : stopOn;
}
