import type { SendStep } from '../definition/step.ts';
import type { Channel } from '../definition/trigger.ts';
import type { Entry } from '../interpret/effect.ts';

/** The result of a simulation (command line). Minutes count from the scenario's start. */
export type SimulationResult = {
  /** `failed` where a budget was passed (RUN14). */
  readonly outcome: 'completed' | 'ended' | 'failed';
  /** The budget's code; only where the run failed. */
  readonly reason?: string;
  /** The last entry's minute; 0 where there is none. */
  readonly at: number;
  /** In the order in which things happened. */
  readonly trace: readonly Entry[];
  readonly messages: readonly SimulatedMessage[];
};

/** A message that was sent. */
export type SimulatedMessage = {
  readonly at: number;
  /** The step's id, or its path where it has none. */
  readonly step: string;
  readonly pass: number;
  readonly channel: Channel;
  readonly to: string;
  /** The action's data with every metatag replaced. */
  readonly content: SendStep['data'];
};
