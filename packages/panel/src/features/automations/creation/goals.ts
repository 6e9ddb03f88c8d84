import type { Channel, Flow, Trigger } from '@retoma/flow';
import { channelsOf, flowTemplates, keepChannels, type FlowTemplate } from '@retoma/flow/templates';

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

const templatesOf = (goal: Goal): FlowTemplate[] =>
  flowTemplates.filter(({ flow }) => flow.trigger_event === goalTriggers[goal]);

/** The template of a goal that lacks the fewest of the store's channels; of equal ones the first of the library (EDT10). */
export function templateFor(goal: Goal, usable: readonly Channel[]): FlowTemplate {
  const missing = ({ flow }: FlowTemplate): number =>
    channelsOf(flow).filter((channel) => !usable.includes(channel)).length;
  return templatesOf(goal).toSorted((one, other) => missing(one) - missing(other))[0]!;
}

/** A template with the channels that it keeps. */
export type Beginning = { template: string; flow: Flow; channels: Channel[] };

/**
 * The template of a goal that sends over the most of `wanted`, over `needed` in any case, and over no other channel; undefined if none sends
 * over one of them. Of equal ones, one that is taken whole, then the first of the library.
 */
export function beginningFor(goal: Goal, wanted: readonly Channel[], needed?: Channel): Beginning | undefined {
  const found = templatesOf(goal).flatMap(({ name, flow }) => {
    const kept = keepChannels(flow, wanted);
    const channels = channelsOf(kept);
    if (channels.length === 0 || (needed && !channels.includes(needed))) return [];
    return [{ template: name, flow: kept, channels, isWhole: kept === flow }];
  });
  return found.toSorted(
    (one, other) => other.channels.length - one.channels.length || Number(other.isWhole) - Number(one.isWhole),
  )[0];
}

/** `name`, with a number behind it if another automation has it. */
export function freeName(name: string, used: readonly string[]): string {
  let [free, number] = [name, 2];
  while (used.includes(free)) free = `${name} ${number++}`;
  return free;
}
