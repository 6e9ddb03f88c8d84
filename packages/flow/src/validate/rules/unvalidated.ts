import { textMembersOfRaw } from '../../steps/action/texts.ts';
import { unexecutedNames } from '../../steps/step.ts';
import { triggers, type Trigger } from '../../members/trigger.ts';
import { mayHoldMetatag, unfilledMetatags, validatesTrigger } from '../../metatags/index.ts';
import { keysOfPath } from '../issue.ts';
import { keysOf, type Node, type Outline } from '../outline.ts';
import type { Raw, Report } from '../../members/report.ts';

/**
 * Reports as warnings what template validation would refuse, for triggers to which it does not apply (area B). They are structure issues,
 * since `_validation` is null there.
 */
export function checkUnvalidated(flow: Raw, { nodes }: Outline, report: Report): void {
  const trigger = triggers.find((one) => one === flow.trigger_event);
  if (trigger === undefined || validatesTrigger(trigger)) return;
  for (const node of nodes) if (node.type === 'action') checkUnvalidatedAction(node, trigger, report);
}

function checkUnvalidatedAction(node: Node, trigger: Trigger, report: Report): void {
  const { name, data } = node.raw;
  if (unexecutedNames.some((unexecuted) => unexecuted === name)) {
    report.addAt([...keysOf(node), 'name'], 'UNIMPLEMENTED_ACTION');
    return;
  }
  for (const { text, channel, member, kind } of textMembersOfRaw(name, data)) {
    if (!mayHoldMetatag(text)) continue;
    for (const { metatag, suggestion } of unfilledMetatags({ text, trigger, channel, member, kind })) {
      const keys = [...keysOf(node), 'data', ...keysOfPath(member)];
      report.addAt(keys, 'UNFILLED_METATAG', { trigger, other: `{{${metatag}}}` }, suggestion);
    }
  }
}
