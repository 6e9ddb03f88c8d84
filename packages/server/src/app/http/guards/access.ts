import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify';
import { proofMethodsOf } from '../../../members/account/reauthenticate.ts';
import type { Context } from '../../../context.ts';
import type { PanelEndpoint, PublicAccess, PublicEndpoint } from '../../../http/endpoint.ts';
import { sendError } from '../../../http/errors.ts';
import type { PanelCode } from '../../../codes.ts';
import { sendPanelRefusal } from '../../../http/send-refusal.ts';
import type { PublicCode } from '../../../http/public-codes.ts';
import { requireApiKey, storeOf } from '../../../stores/guards/api-key.ts';
import { limitBytes, withinBytes, withinBytesRead } from '../../../stores/guards/byte-limit.ts';
import { admitSigned, requireEventSender } from '../../../stores/guards/event-sender.ts';
import { requireKeyOrSession } from '../../../stores/guards/key-or-session.ts';
import { admitPermission, admitSession, isFromPanel, sessionOf } from '../../../members/guards/session.ts';

/** The guards of an endpoint: before its body is read, and with the bytes of its body. They send the refusal themselves. */
export type Guard = {
  readonly onRequest: onRequestHookHandler | onRequestHookHandler[] | onRequestAsyncHookHandler;
  readonly admitBody?: (request: FastifyRequest, reply: FastifyReply, raw: Buffer) => boolean | Promise<boolean>;
};

/** The guard of an endpoint of the public API. */
export function publicGuard(context: Context, { access, scope }: PublicEndpoint): Guard {
  switch (access) {
    case 'checkout-key':
      return {
        onRequest: [requireApiKey(context, 'checkout'), requireSignedCart, limitBytes(context)],
        admitBody: (request, reply, raw) => withinBytesRead(context, request, reply, raw),
      };
    case 'secret-key':
      return {
        onRequest: [requireApiKey(context, 'secret', scope), limitBytes(context)],
        admitBody: (request, reply, raw) => withinBytesRead(context, request, reply, raw),
      };
    case 'event-sender':
      return {
        onRequest: requireEventSender(context, scope),
        admitBody: async (request, reply, raw) =>
          (await admitSigned(context, request, reply, raw)) && withinBytes(context, request, reply, raw.length),
      };
    case 'key-or-session':
      return { onRequest: requireKeyOrSession(context) };
  }
}

/** The guard of an endpoint of the panel. */
export const panelGuard = (context: Context, endpoint: PanelEndpoint): Guard => ({
  onRequest: (request: FastifyRequest, reply: FastifyReply) => admitToPanel(context, endpoint, request, reply),
});

const keyCodes = ['MISSING_API_KEY', 'INVALID_API_KEY', 'STORE_INACTIVE', 'STORE_NOT_FOUND', 'RATE_LIMITED'] as const;

/** The codes with which the guards of an access refuse a request. */
export const accessCodes: Readonly<Record<PublicAccess, readonly PublicCode[]>> = {
  'checkout-key': [...keyCodes, 'WRONG_KEY_KIND', 'UNSIGNED_CART'],
  'secret-key': [...keyCodes, 'WRONG_KEY_KIND', 'MISSING_SCOPE'],
  'event-sender': [...keyCodes, 'WRONG_KEY_KIND', 'MISSING_SCOPE', 'INVALID_SIGNATURE'],
  'key-or-session': keyCodes,
};

/** CHK11: refuses a cart that should have been signed, before its body is read. */
const requireSignedCart: onRequestHookHandler = (request, reply, done) => {
  if (storeOf(request).signedCartsOnly && request.headers['x-cart-signature'] === undefined) {
    sendError(reply, 'UNSIGNED_CART');
  } else done();
};

/** Admits authorized requests to an endpoint of the panel; sends the refusal to all others. */
async function admitToPanel(
  context: Context,
  { method, access, recent, whenLocked }: PanelEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const deny = (code: PanelCode, details?: object): FastifyReply =>
    sendPanelRefusal(request, reply, { ok: false, code, ...(details && { details }) });
  if (method !== 'GET' && !isFromPanel(context, request)) return deny('FORGED_REQUEST');
  if (access === 'anybody') return;
  const unsigned = await admitSession(context, request);
  if (unsigned === 'SESSION_LOCKED' && !whenLocked) return deny(unsigned, proofOf(request));
  if (unsigned === 'NOT_SIGNED_IN') return deny(unsigned);
  if (access !== 'signed-in') {
    const code = await admitPermission(context, request, access);
    if (code === 'NOT_FOUND') return sendError(reply, 'NOT_FOUND');
    if (code) return deny(code);
  }
  return recent === true ? requireRecent(request, reply) : undefined;
}

/** AUT9: refuses a request whose session was not authenticated recently. */
export const requireRecent = (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined =>
  sessionOf(request).isRecent
    ? undefined
    : sendPanelRefusal(request, reply, {
        ok: false,
        code: 'REAUTHENTICATION_REQUIRED',
        details: proofOf(request),
      });

/** AUT9: how the signed-in user can prove who they are. */
function proofOf(request: FastifyRequest): object {
  const session = sessionOf(request);
  return { methods: proofMethodsOf(session), email: session.email };
}
