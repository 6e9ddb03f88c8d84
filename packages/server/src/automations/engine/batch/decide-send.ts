// Decides whether a message is sent, in the transaction that reserves it. Order, checkout and automation are locked meanwhile, so nothing
// that forbids the message can commit before the reservation does. Pure: whether its connection has capacity is decided later, in
// admit-sends.ts.
import {
  codeExpired,
  composeMessage,
  isTooLate,
  sendProblem,
  tooLateFrom,
  type Channel,
  type Plan,
  type SendEffect,
  type SendStep,
} from '@retoma/flow';
import type { ShortLink } from '../../delivery/queries/short-links.ts';
import { payOrigin } from '../../../base/links/store-url.ts';
import type { SendDecision } from './decide-run.ts';
import type { RunContext } from './load-context.ts';
import type { SendRules } from './send-rules.ts';

/** Reason of a message that waits because its automation is paused; releasing the runs releases it (RUN16). */
export const paused = 'PAUSED';

/** COM21: reason of a message to a contact that is held. */
export const newContacts = 'NEW_CONTACTS';

/** When a message of an inactive store is decided again, in milliseconds: a person must activate the store first. */
const inactiveRetryMs = 60 * 60_000;

/** Decides each message of one run. `isResend`: a member asked for it (RUN21). */
export type DecideSend = (
  effect: Pick<SendEffect, 'step' | 'channel' | 'due' | 'message'> & { readonly isResend?: boolean },
) => SendDecision;

/** Makes the `decideSend` of one run. */
export function sendDecider(
  rules: SendRules,
  { plan, context, runId, now }: { plan: Plan; context: RunContext; runId: string; now: number },
): DecideSend {
  return ({ step, channel, due, message, isResend = false }) => {
    const forbidden = contextRefusal(context, channel, isResend);
    if (forbidden) return forbidden;
    // RUN17: an input that is applied late counts at its instant, and so do the sends it leads to.
    if (isTooLate(plan, due, now)) return { kind: 'fail', reason: 'TOO_LATE' };
    const connection = context.connection(channel);
    // COM15: what a simulated channel takes of a live store reaches no shopper, so it is not sent.
    if (connection && context.store.live && rules.isSimulated(connection)) return { kind: 'fail', reason: 'SIMULATED' };
    if (!connection || !rules.providerOf(connection)) return { kind: 'fail', reason: 'NO_CONNECTION' };
    if (context.status === 'held' && !isResend) return { kind: 'wait', until: Infinity, reason: paused };
    if (context.status === 'inactive') return { kind: 'wait', until: now + inactiveRetryMs, reason: 'STORE_INACTIVE' };
    // COM21: a message that would be released too late fails at that limit.
    if (context.heldUntil > now) {
      return { kind: 'wait', until: tooLateFrom(plan, due, context.heldUntil), reason: newContacts };
    }
    const links: ShortLink[] = [];
    const sending = plan.steps[step]!.step as SendStep;
    const data = rules.dataOf(sending, channel, context);
    if (codeExpired(sending, data, now)) return { kind: 'fail', reason: 'CODE_EXPIRED' };
    const composed = composeMessage(sending, data, {
      baseUrl: rules.baseUrl,
      timeZone: plan.timeZone,
      shorten(target) {
        const code = rules.shortCode(runId, message, target);
        const { storeId, connectionId } = connection;
        links.push({ code, storeId, connectionId, runId, messageKey: message, target });
        return `${payOrigin(context.store, rules.baseUrl)}/l/${code}`;
      },
    });
    if (!composed.ok) return { kind: 'fail', reason: composed.reason };
    const problem = sendProblem(channel, composed.content);
    if (problem) return { kind: 'fail', reason: problem };
    if (connection.circuitOpenUntil > now)
      return { kind: 'wait', until: connection.circuitOpenUntil, reason: 'CONNECTION_CLOSED' };
    const { content, mjml } = composed;
    return {
      kind: 'send',
      connection,
      recipient: composed.to.replaceAll('\0', ''),
      content,
      ...(mjml && { mjml }),
      links,
      counted: context.countedRecipient(channel),
    };
  };
}

/** The refusal of a message for reasons other than its connection, or null. */
function contextRefusal(context: RunContext, channel: Channel, isResend: boolean): SendDecision | null {
  if (context.status === 'deleted') return { kind: 'fail', reason: 'AUTOMATION_DELETED' };
  if (!isResend && (context.stops.length > 0 || context.pointless)) return { kind: 'fail', reason: 'STOPPED' };
  // COM8
  const blocked = context.blockedReason(channel);
  return blocked ? { kind: 'fail', reason: blocked } : null;
}
