// RUN21: a member sends one message of a run again. It becomes a row of the ledger that waits, under a key of its own, so workers send it as
// they send any waiting message (RUN13). The run is neither moved nor asked.
//
// INV1. The row is written under the lock of its run (R8), with its audit entry, after the same decision that the worker makes again.
// INV2. A request id names one message: repeating the request stores nothing.
import { parseMessageKey, resentKey, sentKey } from '@retoma/flow';
import type { KeyObject } from 'node:crypto';
import type { Audit } from '../../../http/audit-actions.ts';
import { isSimulated } from '../../../providers/channels/index.ts';
import { providerOf } from '../../../providers/channels/provider-of.ts';
import type { Providers } from '../../../providers/channels/provider.ts';
import { storeFind } from '../../../stores/queries/stores.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Database, Queryable } from '../../../base/postgres/pool.ts';
import { inTransaction } from '../../../base/postgres/transaction.ts';
import { messageResendInsert } from '../../delivery/queries/messages.ts';
import { withUnsubscribe } from '../../delivery/unsubscribe-footer.ts';
import type { VersionCache } from '../../definitions/compiled-versions.ts';
import { buildRunData } from '../../run-data/run-data.ts';
import type { SendDecision } from '../batch/decide-run.ts';
import { sendDecider } from '../batch/decide-send.ts';
import { loadContext, type RunContext } from '../batch/load-context.ts';
import type { SendRules } from '../batch/send-rules.ts';
import { runLockMany, type RunRow } from '../queries/runs.ts';
import { messageListOf, type ListedMessage } from '../queries/run-views.ts';

/** What deciding about a message outside the engine needs. `baseUrl` without a trailing slash. */
export type ResendDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly channelProviders: Providers;
  readonly baseUrl: string;
  readonly contactSecret: KeyObject;
  readonly unsubscribeKey: Buffer;
  readonly plans: VersionCache;
};

/** A message of a run, by its key. */
export type MessageReference = { readonly storeId: string; readonly runId: string; readonly message: string };

/** What sending a message again would do now. */
export type ResendReview = {
  readonly run: RunRow;
  readonly message: ListedMessage;
  /** The message and the ones that repeated it. */
  readonly repeated: readonly ListedMessage[];
  readonly context: RunContext;
  /** `fail`: it is refused, for this reason. */
  readonly decision: SendDecision;
};

/** Decides whether a message may be sent again, by the records of this moment; undefined: there is no such message. */
export async function reviewResend(
  deps: ResendDeps,
  db: Queryable,
  { storeId, runId, message: key }: MessageReference,
): Promise<ResendReview | undefined> {
  const store = await storeFind(db, storeId);
  const [run] = await runLockMany(db, [runId]);
  if (!store || run?.storeId !== storeId) return undefined;
  const messages = await messageListOf(db, runId);
  const message = messages.find(({ messageKey }) => messageKey === key);
  const [compiled] = await deps.plans.load(db, [{ ...run, store }]);
  const step = compiled?.plan.numbers.get(parseMessageKey(key)?.path ?? '');
  if (!message || !compiled || step === undefined) return undefined;
  const now = deps.clock();
  const engine = { ...deps, providers: deps.channelProviders, baseUrl: () => deps.baseUrl, buildRunData };
  const [context] = await loadContext(engine, db, [{ task: { run }, store, compiled }], now);
  if (!context) return undefined;
  const decide = sendDecider(rulesOf(engine), { plan: compiled.plan, context, runId, now });
  const repeated = messages.filter(({ messageKey }) => sentKey(messageKey) === sentKey(key));
  const isUnderWay = repeated.some(({ state }) => state === 'queued' || state === 'sending');
  const decision: SendDecision = isUnderWay
    ? { kind: 'fail', reason: 'UNDER_WAY' }
    : store.active
      ? decide({ step, channel: message.channel, due: now, message: key, isResend: true })
      : { kind: 'fail', reason: 'STORE_INACTIVE' };
  return { run, message, repeated, context, decision };
}

/** The rules of the engine. A review makes no short links: their code stands for all. */
const rulesOf = (engine: Parameters<typeof providerOf>[0] & Parameters<typeof withUnsubscribe>[0]): SendRules => ({
  baseUrl: engine.baseUrl(),
  providerOf: (connection) => providerOf(engine, connection),
  isSimulated,
  dataOf: (step, channel, context) => withUnsubscribe(engine, step, channel, context),
  shortCode: () => '0'.repeat(10),
});

/** A request to send a message again. `by`: the member, for the timeline. */
export type ResendRequest = MessageReference & { readonly requestId: string; readonly by: string };

/** Whether the message is queued. `reason`: why it is refused. */
export type ResendResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'MESSAGE_NOT_FOUND' | 'CANNOT_RESEND'; readonly reason?: string };

/** Queues a message that a member sends again, and audits it in the same transaction (RUN21). */
export const resendMessage = (
  deps: ResendDeps,
  { requestId, by, ...reference }: ResendRequest,
  audit: Audit<'message_resent'>,
): Promise<ResendResult> =>
  inTransaction(deps.db, async (client): Promise<ResendResult> => {
    const review = await reviewResend(deps, client, reference);
    if (!review) return { ok: false, code: 'MESSAGE_NOT_FOUND' };
    const { decision, context, message, repeated } = review;
    const { storeId, runId } = reference;
    const messageKey = resentKey(reference.message, requestId);
    if (repeated.some((one) => one.messageKey === messageKey)) return { ok: true };
    const connection = decision.kind === 'fail' ? undefined : context.connection(message.channel);
    if (decision.kind === 'fail' || !connection)
      return { ok: false, code: 'CANNOT_RESEND', ...(decision.kind === 'fail' && { reason: decision.reason }) };
    const { channel } = message;
    const { connectionId } = connection;
    const requestedBy = by.slice(0, 200);
    await messageResendInsert(client, {
      runId,
      messageKey,
      storeId,
      channel,
      connectionId,
      requestedBy,
      now: deps.clock(),
    });
    await audit(client, { storeId, action: 'message_resent', detail: `${channel} ${runId}` });
    return { ok: true };
  });
