import type { Flow } from '../definition/flow.ts';
import { withLists } from '../definition/rebuild.ts';
import { nestedLists, walkFlow } from '../definition/walk.ts';
import type { Channel } from '../members/trigger.ts';
import { channelOf, isSend } from '../steps/action/send.ts';
import type { SendStep, Step, Steps } from '../steps/step.ts';

/**
 * A template that sends over these channels only (EDT10). Where its messages follow each other on one path, those that stay move up, so that
 * the first still leaves after the first wait. Waits and conditions that would lead to no message go too.
 */
export function keepChannels(flow: Flow, channels: readonly Channel[]): Flow {
  const sends = sendsOf(flow);
  const kept = sends.filter((send) => channels.includes(channelOf[send.name]));
  if (kept.length === sends.length) return flow;
  const placed = isOnePath(flow.steps) ? kept : sends.map((send) => (kept.includes(send) ? send : undefined));
  return { ...flow, steps: prune(flow.steps, new Map(sends.map((send, index) => [send, placed[index]]))) };
}

const sendsOf = (flow: Flow): SendStep[] =>
  [...walkFlow(flow)].flatMap(({ step }) => (step.type === 'action' && isSend(step) ? [step] : []));

/** Whether no message excludes another: no reactions to a message, and no condition with messages on two branches. */
const isOnePath = (steps: Steps): boolean =>
  steps.every((step) => {
    const filled = nestedLists(step).filter(({ steps }) => steps.length > 0);
    if (step.type === 'action') return filled.length === 0;
    return filled.length <= 1 && filled.every(({ steps }) => isOnePath(steps));
  });

/** `steps` with each message replaced, and without what then leads to none. */
function prune(steps: Steps, replaced: ReadonlyMap<Step, Step | undefined>): Steps {
  const pruned = steps.flatMap((step): Step[] => {
    if (step.type === 'action') {
      const placed = replaced.has(step) ? replaced.get(step) : step;
      return placed ? [withLists(placed, (list) => prune(list.steps, replaced))] : [];
    }
    const changed = withLists(step, (list) => prune(list.steps, replaced));
    const lists = nestedLists(changed);
    return lists.length > 0 && lists.every(({ steps }) => steps.length === 0) ? [] : [changed];
  });
  return pruned.slice(0, pruned.findLastIndex(({ type }) => type !== 'delay') + 1);
}
