import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { sendError } from '../../../http/errors.ts';
import { webhookIn } from '../../../http/raw-webhook.ts';
import { auditAs } from '../../../members/audit/audit-log.ts';
import { sessionTokenIn } from '../../../members/guards/session-cookie.ts';
import { refusalAtStore } from '../../../members/memberships.ts';
import { findSession } from '../../../members/sessions.ts';
import { countForged, mayBeGenuine } from '../../../stores/guards/forged-limit.ts';
import { acceptedBy, completeConsent, findConsent, type FoundConsent } from '../connecting/consents.ts';
import { saveConnection } from '../connecting/save-connection.ts';
import type { ConnectorDeps } from '../connector-deps.ts';
import type { ConnectRefusal, ConsentAnswer } from '../connector.ts';
import { findConnector } from '../find-connector.ts';
import { platformConsentAccept, platformConsentFind } from '../queries/consents.ts';

/** Why a consent led to no connection, as the page of the panel gets it. OTHER_BROWSER: the member did not begin it in this browser. */
export type ReturnRefusal = ConnectRefusal['code'] | 'CONSENT_EXPIRED' | 'OTHER_BROWSER' | 'TOO_MANY_CONNECTIONS';

const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

/**
 * GET or POST /connect/:platform/return: what came of a consent. A shop posts its keys, and gets 200 once they work. The member's browser is
 * redirected to the panel, and then the shop is connected, if the browser is signed in as the member who began.
 */
export async function returnFromConsent(
  context: Context,
  deps: ConnectorDeps,
  request: FastifyRequest<{ Params: { platform: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { platform } = request.params;
  reply.headers(headers);
  if (!findConnector(platform)) return sendError(reply, 'NOT_FOUND');
  if (!mayBeGenuine(context, request, reply)) return reply;
  const answer: ConsentAnswer = { query: answerQuery(request), body: webhookIn(request).body };
  const found = await findConsent(context, platform, answer);
  if (!found) {
    countForged(context, request);
    return request.method === 'POST' ? sendError(reply, 'NOT_FOUND') : toPanel(context, reply, null, 'CONSENT_EXPIRED');
  }
  if (request.method === 'POST') {
    const completed = await completeConsent(deps, found, answer);
    return completed.ok ? reply.send({ success: true }) : sendError(reply, 'INVALID_PAYLOAD');
  }
  const result = await connectReturned(context, deps, { found, answer, request });
  return toPanel(context, reply, found.consent.storeId, result);
}

const answerQuery = ({ url }: FastifyRequest): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '');

/** Connects the shop that accepted. */
async function connectReturned(
  context: Context,
  deps: ConnectorDeps,
  { found, answer, request }: { found: FoundConsent; answer: ConsentAnswer; request: FastifyRequest },
): Promise<ReturnRefusal | { connectionId: string }> {
  const { db } = found;
  const { storeId, userId, platform, consentId, stateHash, usedAt } = found.consent;
  const token = sessionTokenIn(context, request);
  const session = token === undefined ? undefined : await findSession(context, token, true);
  if (session?.userId !== userId || session.isLocked) return 'OTHER_BROWSER';
  if (await refusalAtStore(db, session, { storeId, permission: 'changeSettings' })) return 'OTHER_BROWSER';
  if (usedAt === null) {
    const completed = await completeConsent(deps, found, answer);
    if (!completed.ok) return completed.code === 'CONSENT_USED' ? 'CONSENT_EXPIRED' : completed.code;
  }
  const consent = await platformConsentFind(db, { consentId, stateHash, now: context.clock() });
  const accepted = consent && acceptedBy(deps, consent);
  if (!accepted || !(await platformConsentAccept(db, consentId, null))) {
    return usedAt === null ? 'CONSENT_EXPIRED' : 'REFUSED_BY_OWNER';
  }
  const audit = auditAs({ userId, clock: context.clock });
  const connectionId = await saveConnection({ ...deps, db }, { storeId }, { platform, accepted }, audit);
  return connectionId === undefined ? 'TOO_MANY_CONNECTIONS' : { connectionId };
}

/** Redirects to the page of the store's platforms. */
function toPanel(
  { baseUrl }: Context,
  reply: FastifyReply,
  storeId: string | null,
  result: ReturnRefusal | { connectionId: string },
): FastifyReply {
  const query = typeof result === 'string' ? { refused: result } : { connected: result.connectionId };
  const page =
    storeId === null ? '/panel' : `/panel/${storeId}/settings/platforms?${String(new URLSearchParams(query))}`;
  return reply.code(302).header('location', `${baseUrl}${page}`).send();
}
