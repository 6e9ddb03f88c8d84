import type { Flow } from '../definition/flow.ts';
import type { ConditionStep, Rule, Step, Steps } from '../definition/step.ts';
import { walkFlow } from '../definition/walk.ts';
import type { Operation } from '../edit/operation.ts';
import { isSend } from '../steps/action/advance.ts';

/**
 * EDT7: whether two flows may message the same people: both react to the same event, both send something, and nothing proves that no
 * event satisfies both. Conditions further inside are not compared, since data changes between two steps.
 */
export const overlaps = (one: Flow, other: Flow): boolean =>
  one.trigger_event === other.trigger_event && sends(one.steps) && sends(other.steps) && !areDisjoint(one, other);

const sends = (steps: Steps): boolean => walkFlow({ steps }).some(({ step }) => step.type === 'action' && isSend(step));

/** Fields that keep their value from the event on, so that two runs of one event read the same. */
const lasting: ReadonlySet<string> = new Set(['payment_method', 'order.payment_method', 'browser.utms.source']);

/** Whether both send only where the same lasting field equals a text, and the texts differ. */
function areDisjoint(one: Flow, other: Flow): boolean {
  const [left, right] = [gateOf(one), gateOf(other)];
  return left !== undefined && right !== undefined && left.field === right.field && left.value !== right.value;
}

/** The equality that everything sent depends on: a first condition with a single rule, after and next to which nothing is sent. */
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
 * EDT7: the operations that put the other flow's steps, as copies with new ids, behind the last step of this one; before an `end` that
 * closes the root list. The name, settings and trigger of this flow stay.
 */
export function mergeOperations(flow: Flow, other: Flow): Operation[] {
  const last: Step | undefined = flow.steps.findLast(({ type }) => type !== 'end');
  const at = last?.id === undefined ? {} : { afterNodeId: last.id };
  return [{ op: 'paste', steps: other.steps, ...at }];
}

/** EDT7: whether a flow already sends every message of another, as after a merge. */
export function holdsMessagesOf(flow: Flow, other: Flow): boolean {
  const own = new Set(messagesOf(flow));
  return messagesOf(other).every((message) => own.has(message));
}

const messagesOf = (flow: Flow): string[] =>
  walkFlow(flow).flatMap(({ step }) =>
    step.type === 'action' && isSend(step) ? [JSON.stringify([step.name, step.data])] : [],
  );
