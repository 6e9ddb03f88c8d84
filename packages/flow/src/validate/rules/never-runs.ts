import type { HandlerName } from '../../steps/step.ts';
import { isRaw } from '../../members/raw.ts';
import { keysOf, type Node, type Outline } from '../outline.ts';
import type { Key, Raw, Report } from '../../members/report.ts';
import type { Word } from '../../members/codes.ts';

/** Handlers whose event never occurs, by the sending action. */
const silent: Readonly<Record<string, { readonly handler: HandlerName; readonly why: Word }>> = {
  send_email: { handler: 'onResponse', why: 'replyToEmail' },
  send_sms: { handler: 'onOpen', why: 'openedSms' },
};

/** DEF7: parts that never run: handlers whose event never occurs, rules that are never true, empty repetitions. */
export function checkNeverRuns({ nodes }: Outline, report: Report): void {
  for (const node of nodes) {
    const never = (member: readonly Key[], subject: Word): void =>
      report.addAt([...keysOf(node), ...member], 'NEVER_RUNS', { subject });
    if (node.type === 'action') checkHandler(node, never);
    if (node.type === 'retry' || node.type === 'loop') checkBody(node.raw, never);
    for (const { keys, rule } of rulesOf(node.raw)) {
      if (rule.operator === 'in' && isEmptyList(rule.value)) never([...keys, 'value'], 'emptyIn');
    }
  }
}

type Never = (member: readonly Key[], why: Word) => void;

function checkHandler({ raw, lists }: Node, never: Never): void {
  const { name } = raw;
  const dead = typeof name === 'string' && Object.hasOwn(silent, name) ? silent[name] : undefined;
  if (dead && lists.some(({ member, nodes }) => member[0] === dead.handler && nodes.length > 0))
    never([dead.handler], dead.why);
}

function checkBody({ steps }: Raw, never: Never): void {
  if (isEmptyList(steps)) never(['steps'], 'emptyBody');
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The rules of a condition or loop, with their keys in the step. Members of the wrong type are ignored. */
function* rulesOf(step: Raw): Generator<{ keys: readonly Key[]; rule: Raw }> {
  if (step.type === 'loop') yield* ruleAt(['condition'], step.condition);
  if (step.type !== 'condition') return;
  if (Array.isArray(step.branches)) {
    for (const [index, branch] of (step.branches as unknown[]).entries())
      if (isRaw(branch)) yield* rulesIn(['branches', index, 'conditions'], branch.conditions);
  } else if (step.conditions !== undefined) yield* rulesIn(['conditions'], step.conditions);
  else yield { keys: [], rule: step };
}

function* rulesIn(keys: readonly Key[], rules: unknown): Generator<{ keys: readonly Key[]; rule: Raw }> {
  if (!Array.isArray(rules)) return;
  for (const [index, rule] of (rules as unknown[]).entries()) yield* ruleAt([...keys, index], rule);
}

function* ruleAt(keys: readonly Key[], rule: unknown): Generator<{ keys: readonly Key[]; rule: Raw }> {
  if (isRaw(rule)) yield { keys, rule };
}
