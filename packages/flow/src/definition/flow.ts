import type { Steps } from './step.ts';
import type { Trigger } from './trigger.ts';

/** When an automation may start again for the same order or customer (RUN18). */
export const reentries = ['every', 'once_per_order', 'once_per_customer'] as const;

/** When an automation may start again for the same order or customer (RUN18). */
export type Reentry = (typeof reentries)[number];

/** The time of day at which nothing is sent (RUN18), in the store's time zone. `from` after `to` passes midnight. */
export type QuietHours = {
  /** `HH:mm` */
  from: string;
  /** `HH:mm` */
  to: string;
  /** The days on which the quiet time begins, 0 (Sunday) to 6 (Saturday); absent: every day. */
  days?: readonly number[];
};

/** What an automation may settle beyond the specification (RUN18); every member is off unless present. */
export type FlowSettings = {
  /** An event that ends the run at once, or several. */
  stopOn?: Trigger | readonly Trigger[];
  quietHours?: QuietHours;
  reentry?: Reentry;
  /** The days for which `reentry` counts; absent: without limit. */
  withinDays?: number;
};

/** A checked automation definition (specification DEF1). Unknown members stay on the object (DEF1 of the decisions). */
export type Flow = {
  name: string;
  trigger_event: Trigger;
  /** True where absent. */
  active?: boolean;
  settings?: FlowSettings;
  steps: Steps;
};

/** RUN18: the events that end a run of this flow at once. */
export function stopTriggersOf(flow: Flow): readonly Trigger[] {
  const stopOn = flow.settings?.stopOn;
  return stopOn === undefined ? [] : typeof stopOn === 'string' ? [stopOn] : stopOn;
}
