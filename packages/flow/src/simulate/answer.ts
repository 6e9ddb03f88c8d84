import type { SendStep } from '../steps/step.ts';
import type { Channel } from '../members/trigger.ts';
import type { Entry } from '../execution/effect.ts';

/** The result of a simulation (command line). Minutes count from the scenario's start. */
export type SimulationResult = {
  /** `failed`: a budget was exceeded (RUN14). */
  readonly outcome: 'completed' | 'ended' | 'failed';
  /** The budget's code, if the run failed. */
  readonly reason?: string;
  /** The minute of the last entry; 0 if there is none. */
  readonly at: number;
  /** The entries in chronological order. */
  readonly trace: readonly Entry[];
  readonly messages: readonly SimulatedMessage[];
};

/** A message that was sent. */
export type SimulatedMessage = {
  readonly at: number;
  /** The step's id, or its path if it has none. */
  readonly step: string;
  readonly pass: number;
  readonly channel: Channel;
  readonly to: string;
  /** The action's data with every metatag replaced. */
  readonly content: SendStep['data'];
};
