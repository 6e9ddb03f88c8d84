import { issueAt } from '@retoma/commerce';
import { pickLocale } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { auditAs } from '../../audit/audit-log.ts';
import { sendError, sendRefusal } from '../errors.ts';
import { proofMethodsOf } from '../../auth/account/reauthenticate.ts';
import { markRefusedAccess } from '../guards/refused-access.ts';
import { admitPermission, admitSession, isFromPanel, sessionOf } from '../guards/session.ts';
import { plainBody } from '../json-body.ts';
import { panelCodes, type PanelCode, type PanelRefusal } from './codes.ts';
import {
  panelContract,
  type PanelAnswer,
  type PanelAudit,
  type PanelBody,
  type PanelCall,
  type PanelParams,
  type PanelQuery,
} from './contract.ts';
import type { PanelEndpoint } from './endpoint.ts';

/** The default limit of a body, in bytes. It exceeds every form of the panel. */
const usualBodyLimit = 16 * 1024;

/** A request to an endpoint, after access, query and body were checked. */
export type EndpointCall<Call extends PanelCall> = {
  readonly body: PanelBody<Call>;
  readonly query: PanelQuery<Call>;
  readonly params: PanelParams<Call>;
  readonly audit: PanelAudit<Call>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** The handler of an endpoint. Returns the response or a refusal. 'NOT_FOUND': the store has no such object. */
type Handle<Call extends PanelCall> = (
  call: EndpointCall<Call>,
) => Promise<PanelAnswer<Call> | PanelRefusal | 'NOT_FOUND'>;

/** The handlers of endpoints, by name. */
export type PanelHandlers<Calls extends PanelCall> = { readonly [Call in Calls]: Handle<Call> };

/** Registers every endpoint of the contract. */
export function addEndpoints(app: FastifyInstance, context: Context, handlers: PanelHandlers<PanelCall>): void {
  for (const name of Object.keys(panelContract) as PanelCall[]) {
    addEndpoint(app, context, name, handlers[name] as Handle<PanelCall>);
  }
}

/** Registers an endpoint: origin, session, permission, query and body are checked in this order. */
function addEndpoint<Call extends PanelCall>(
  app: FastifyInstance,
  context: Context,
  name: Call,
  handle: Handle<Call>,
): void {
  const endpoint: PanelEndpoint = panelContract[name];
  const { method, path, bodyLimit = usualBodyLimit } = endpoint;
  const { clock } = context;
  app.route({
    method,
    url: path,
    bodyLimit,
    exposeHeadRoute: false,
    onRequest: (request, reply) => admit(context, endpoint, request, reply),
    handler: async (request, reply) => {
      const query = endpoint.query?.safeParse(queryOf(request));
      const body = endpoint.body?.safeParse(jsonIn(request));
      const wrong = query?.error ?? body?.error;
      if (wrong) {
        const issues = wrong.issues.map(({ path }) => issueAt(path as string[], 'invalid_value', rightBody));
        return sendError(reply, 'INVALID_PAYLOAD', { issues });
      }
      const answer = await handle({
        body: body?.data as PanelBody<Call>,
        query: query?.data as PanelQuery<Call>,
        params: request.params as PanelParams<Call>,
        audit: (endpoint.audit && auditAs({ userId: sessionOf(request).userId, clock })) as PanelAudit<Call>,
        request,
        reply,
      });
      // A change must be visible in this process at once; other processes are notified a moment later.
      const { storeId } = request.params as { storeId?: string };
      if (method !== 'GET' && storeId !== undefined) context.directory.forget(storeId);
      if (answer === 'NOT_FOUND') return sendError(reply, 'NOT_FOUND');
      return isRefusal(answer) ? sendPanelRefusal(request, reply, answer) : reply.send(answer);
    },
  });
}

/** Admits authorized requests; sends the refusal to all others. */
async function admit(
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
  return recent && !sessionOf(request).isRecent ? deny('REAUTHENTICATION_REQUIRED', proofOf(request)) : undefined;
}

/** AUT9: how the signed-in user can prove who they are. */
function proofOf(request: FastifyRequest): object {
  const session = sessionOf(request);
  return { methods: proofMethodsOf(session), email: session.email };
}

/** The values of an issue. The input is not echoed: it may be a password. */
const rightBody = { expected: 'as the panel sends it', got: {} };

/**
 * AUT12: the query, with `search` from a header: it may be an e-mail or a phone, and proxies log URLs. A `search` in the URL becomes null,
 * which no contract accepts.
 */
function queryOf({ query, headers }: FastifyRequest): Record<string, unknown> {
  const members = query as Record<string, unknown>;
  const text = headers['x-retoma-search'];
  if ('search' in members) return { ...members, search: null };
  return typeof text === 'string' ? { ...members, search: decoded(text) } : members;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The parsed JSON body; undefined if it is invalid, which no contract accepts. */
function jsonIn(request: FastifyRequest): unknown {
  try {
    return JSON.parse((plainBody(request) ?? '').toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Responds with a refusal in the language of the request. Refused access is logged and counted (AUT3). */
function sendPanelRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  { code, retryAfter, details, body }: PanelRefusal,
): FastifyReply {
  const locale = pickLocale(request.headers['accept-language']);
  const { status } = panelCodes[code];
  if (status === 401 || status === 403 || status === 429) markRefusedAccess(request, code);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (body) return reply.code(status).send(body(locale));
  const message = panelCodes[code][locale];
  return sendRefusal(reply, status, { code, message, ...(details && { details }) });
}

const isRefusal = (answer: object): answer is PanelRefusal => 'ok' in answer;
