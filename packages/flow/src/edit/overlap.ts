import type { Flow } from '../definition/flow.ts';
import type { ConditionStep, Rule, Step, Steps } from '../steps/step.ts';
import { walkFlow } from '../definition/walk.ts';
import type { Operation } from './operation.ts';
import { isSend } from '../steps/action/send.ts';

/**
 * EDT7: whether two flows may message the same people: both have the same trigger, both send messages, and their first conditions do not
 * prove that an event satisfies only one. Nested conditions are not compared, since data changes between two steps.
 */
export const overlaps = (one: Flow, other: Flow): boolean =>
  one.trigger_event === other.trigger_event && sends(one.steps) && sends(other.steps) && !areDisjoint(one, other);

const sends = (steps: Steps): boolean => walkFlow({ steps }).some(({ step }) => step.type === 'action' && isSend(step));

/** Fields that do not change after the event, so that two runs of one event read the same value. */
const lasting: ReadonlySet<string> = new Set(['payment_method', 'order.payment_method', 'browser.utms.source']);

/** Whether both send only if the same lasting field equals a text, and the texts differ. */
function areDisjoint(one: Flow, other: Flow): boolean {
  const [left, right] = [gateOf(one), gateOf(other)];
  return left !== undefined && right !== undefined && left.field === right.field && left.value !== right.value;
}

/**
 * The equality on which all messages of a flow depend: its first step is a condition with a single rule, and no message is sent after or
 * beside it.
 */
function gateOf({ steps: [first, ...rest] }: Flow): { field: string; value: string } | undefined {
  if (first?.type !== 'condition' || sends(rest)) return undefined;
  const rule = onlyRule(first);
  if (rule?.operator !== '=' || typeof rule.value !== 'string' || !lasting.has(rule.field)) return undefined;
  const value = rule.value.trim().toLowerCase();
  return /^[a-z]/.test(value) ? { field: rule.field, value } : undefined;
}

function onlyRule(step: ConditionStep): Rule | undefined {
  if (step.branches) return step.branches.length === 1 ? single(step.branches[0]!.conditions) : undefined;
  if (sends(step.if_false ?? [])) return undefined;
  return step.conditions ? single(step.conditions) : step;
}

const single = (rules: readonly Rule[]): Rule | undefined => (rules.length === 1 ? rules[0] : undefined);

/**
 * EDT7: operations that append copies of the other flow's steps, with new ids, after this flow's last step, but before a final `end` in the
 * root list. This flow's name, settings and trigger do not change.
 */
export function mergeOperations(flow: Flow, other: Flow): Operation[] {
  const last: Step | undefined = flow.steps.findLast(({ type }) => type !== 'end');
  const at = last?.id === undefined ? {} : { afterNodeId: last.id };
  return [{ op: 'paste', steps: other.steps, ...at }];
}

/** EDT7: whether a flow already has every message of another, as after a merge. */
export function holdsMessagesOf(flow: Flow, other: Flow): boolean {
  const own = new Set(messagesOf(flow));
  return messagesOf(other).every((message) => own.has(message));
}

const messagesOf = (flow: Flow): string[] =>
  walkFlow(flow).flatMap(({ step }) =>
    step.type === 'action' && isSend(step) ? [JSON.stringify([step.name, step.data])] : [],
  );
