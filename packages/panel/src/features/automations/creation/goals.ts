import type { Channel, Trigger } from '@retoma/flow';
import { channelsOf, flowTemplates, type FlowTemplate } from '@retoma/flow/templates';

/** What a store owner wants of a new automation. */
export const goals = ['pix', 'boleto', 'cart', 'card', 'tracking'] as const;

/** One of `goals`. */
export type Goal = (typeof goals)[number];

/** The trigger of each goal. */
export const goalTriggers: Readonly<Record<Goal, Trigger>> = {
  pix: 'pix.generated',
  boleto: 'boleto.generated',
  cart: 'cart.abandoned',
  card: 'payment.failed',
  tracking: 'tracking_code_updated',
};

/** The template of a goal that lacks the fewest of the store's channels; of equal ones the first of the library (EDT10). */
export function templateFor(goal: Goal, connected: readonly Channel[]): FlowTemplate {
  const missing = ({ flow }: FlowTemplate): number =>
    channelsOf(flow).filter((channel) => !connected.includes(channel)).length;
  const fitting = flowTemplates.filter(({ flow }) => flow.trigger_event === goalTriggers[goal]);
  return fitting.toSorted((one, other) => missing(one) - missing(other))[0]!;
}

/** `name`, with a number behind it if another automation has it. */
export function freeName(name: string, used: readonly string[]): string {
  let [free, number] = [name, 2];
  while (used.includes(free)) free = `${name} ${number++}`;
  return free;
}
