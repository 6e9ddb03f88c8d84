import { sendProblem } from '../../channels/send-problem.ts';
import { messageReasons } from '../../channels/reasons.ts';
import { isRaw } from '../../members/raw.ts';
import type { Report } from '../../members/report.ts';
import { channelOf } from '../../steps/action/send.ts';
import type { SendStep } from '../../steps/step.ts';
import { keysOf, type Outline } from '../outline.ts';

/**
 * DEF7: messages that no customer gets, whatever their metatags are replaced by. Only for a definition without errors in its structure,
 * since what is missing or of the wrong type has its own issue.
 */
export function checkNeverSent({ nodes }: Outline, report: Report): void {
  if (report.hasErrors) return;
  for (const node of nodes) {
    const { name, data } = node.raw;
    const channel =
      node.type === 'action' &&
      typeof name === 'string' &&
      Object.hasOwn(channelOf, name) &&
      channelOf[name as SendStep['name']];
    if (!channel || !isRaw(data)) continue;
    const reason = sendProblem(channel, filled(data) as SendStep['data']);
    if (reason) report.addAt([...keysOf(node), 'data'], 'NEVER_SENT', { cause: messageReasons[reason] });
  }
}

/** What stands for every metatag: a text, the digits of a phone number, and at the beginning of an address a whole one. */
const digits = '11911111111';
const address = `https://metatag.example/${digits}`;

/** A value with all metatags of its texts replaced. */
function filled(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/(\|url:)?\{\{[^{}]*\}\}/g, (_tag, start: string | undefined, offset: number) =>
      start === undefined && offset > 0 ? digits : (start ?? '') + address,
    );
  if (Array.isArray(value)) return value.map(filled);
  if (!isRaw(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, entry]) => [member, filled(entry)]));
}
