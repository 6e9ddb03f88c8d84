import { botEventInsert } from '../queries/bot-events.ts';
import { inboundMessageExists } from '../queries/inbound-messages.ts';
import type { Queryable } from '../../../base/postgres/pool.ts';
import { markId, type MarkedMessage } from '../../../base/links/tracking-links.ts';
import { traceUpdates } from './trace-updates.ts';
import { receiveInbound, type InboundDeps, type InboundResult } from './receive-inbound.ts';

/** An open or a click of a message, from Retoma's tracking. `at`: milliseconds since 1970; `target`: of a click. */
export type TrackingEvent = {
  readonly marked: MarkedMessage;
  readonly kind: 'open' | 'click';
  readonly target?: string;
  readonly at: number;
  /** It was made by a bot: it is recorded, but does not advance a run. */
  readonly machine: boolean;
  /** Of an open: a mailbox fetched the pictures. */
  readonly mailbox?: boolean;
};

/** The part of the id of an open for a mailbox. */
const forMailbox = 'mailbox';

/** Whether a message was opened, or its pictures were fetched for the mailbox that it is in. */
export const isOpened = (db: Queryable, marked: MarkedMessage): Promise<boolean> =>
  inboundMessageExists(db, marked.connectionId, [markId(marked, 'open'), markId(marked, 'bot_open', forMailbox)]);

/** Records an open or a click, once for each message and link (RUN8). */
export async function recordTracking(
  deps: InboundDeps,
  tracked: TrackingEvent,
): Promise<InboundResult | { readonly result: 'machine' }> {
  const { marked, kind, target, at, machine } = tracked;
  const { connectionId, runId, message } = marked;
  if (!machine) {
    const inboundId = markId(marked, kind, target);
    const inbound = await receiveInbound(deps, {
      connectionId,
      inboundId,
      kind,
      at,
      key: { runId, messageKey: message },
    });
    if (inbound.result === 'accepted') {
      await traceUpdates(deps.db, connectionId, [{ name: `${runId}:${message}`, what: kind }]);
    }
    return inbound;
  }
  const botKind = `bot_${kind}` as const;
  const inboundId = markId(marked, botKind, tracked.mailbox ? forMailbox : target);
  await botEventInsert(deps.db, {
    connectionId,
    inboundId,
    kind: botKind,
    runId,
    messageKey: message,
    receivedAt: at,
  });
  return { result: 'machine' };
}
