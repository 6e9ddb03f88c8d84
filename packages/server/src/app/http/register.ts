// Registers the endpoints of a contract: guards by access, then query and body, then the handler.
import { issueAt, type Issue } from '@retoma/commerce';
import { pickLocale } from '@retoma/pay';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { auditAs, type Actor } from '../../members/audit/audit-log.ts';
import type { Context } from '../../context.ts';
import { withoutMark } from '../../base/json.ts';
import { isId } from '../../base/ids.ts';
import { compressResponse } from '../../http/compression/compress-responses.ts';
import type { Endpoint, PublicEndpoint } from '../../http/endpoint.ts';
import type { Handlers, PublicRefusal, SerializedResponse } from '../../http/handler.ts';
import { sendError } from '../../http/errors.ts';
import { panelGuard, publicGuard, requireRecent } from './guards/access.ts';
import { answerOnce } from './answer-once.ts';
import { answerPreflights, refuseOtherMethods } from '../../http/cors.ts';
import { sessionOf } from '../../members/guards/session.ts';
import { plainBody } from '../../http/json-body.ts';
import type { PanelRefusal } from '../../codes.ts';
import { sendPanelRefusal } from '../../http/send-refusal.ts';

/** What the endpoints of an API have in common. */
export type ApiOptions = {
  /** Each endpoint is below each of these, with the same handler. */
  readonly prefixes: readonly string[];
  /** The largest body in bytes, of endpoints that declare none. */
  readonly bodyLimit: number;
  /** CHK8: preflights get their response, and other methods 405. Absent: both get 404. */
  readonly isForBrowsers?: true;
};

/** Registers every endpoint of a contract. */
export function addEndpoints<Contract extends Readonly<Record<string, Endpoint>>>(
  app: FastifyInstance,
  context: Context,
  contract: Contract,
  handlers: Handlers<Contract>,
  { prefixes, isForBrowsers, bodyLimit }: ApiOptions,
): void {
  /** The methods of each address. */
  const methodsAt = new Map<string, string[]>();
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const route = routeOf(context, endpoint, handlers[name] as unknown as AnyHandler);
    for (const prefix of prefixes) {
      // A slash at the end of an address of the public API means the same.
      for (const url of isForBrowsers
        ? [prefix + endpoint.path, `${prefix}${endpoint.path}/`]
        : [prefix + endpoint.path]) {
        const method = isForBrowsers && endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method];
        app.route({ ...route, method, url, bodyLimit: endpoint.bodyLimit ?? bodyLimit });
        methodsAt.set(url, [...(methodsAt.get(url) ?? []), ...method]);
      }
    }
  }
  if (!isForBrowsers) return;
  for (const [url, methods] of methodsAt) {
    answerPreflights(app, url);
    refuseOtherMethods(app, url, [...methods, 'OPTIONS']);
  }
}

/** A handler whose types are checked where it is declared. */
type AnyHandler = (call: object) => Promise<object | 'NOT_FOUND'>;

function routeOf(context: Context, endpoint: Endpoint, handle: AnyHandler): Omit<RouteOptions, 'url'> {
  const { onRequest, admitBody } = isPublic(endpoint) ? publicGuard(context, endpoint) : panelGuard(context, endpoint);
  const status = Number(Object.keys(isPublic(endpoint) ? endpoint.statuses : {})[0] ?? 200);
  return {
    method: endpoint.method,
    exposeHeadRoute: false,
    onRequest,
    ...(isPublic(endpoint) && endpoint.compressed && { onSend: compressResponse }),
    handler: async (request, reply) => {
      const accepted = accept(endpoint, request);
      if ('issues' in accepted) {
        // RFC 9110: what would be accepted instead.
        if (accepted.status === 415) reply.header('accept-encoding', 'identity');
        return sendError(reply, 'INVALID_PAYLOAD', accepted);
      }
      if (admitBody && accepted.body && !(await admitBody(request, reply, accepted.body as Buffer))) return reply;
      const { params } = request;
      // PostgreSQL stores no NUL, so no object has such an ID.
      if (isPublic(endpoint) && Object.values(params as object).some((value) => String(value).includes('\0')))
        return sendError(reply, 'INVALID_PAYLOAD', { issues: [issueAt([], 'malformed_address')] });
      if (!isPublic(endpoint)) {
        if (!areIds(params)) return sendError(reply, 'NOT_FOUND');
        const { recent } = endpoint;
        if (typeof recent === 'function' && recent(accepted.body as never) && requireRecent(request, reply))
          return reply;
      }
      const locale = isPublic(endpoint) ? 'en' : pickLocale(request.headers['accept-language']);
      const audit = 'audit' in endpoint && auditAs({ ...actorOf(endpoint, request), clock: context.clock });
      const carryOut = (requestId?: string): Promise<object | 'NOT_FOUND'> =>
        handle({ ...accepted, params, audit, locale, requestId, request, reply: reply.code(status) });
      const answer = isAnsweredOnce(endpoint)
        ? await answerOnce(context, request, reply, accepted.body, carryOut as (requestId?: string) => Promise<object>)
        : await carryOut();
      // A change must be visible in this process at once; other processes are notified a moment later.
      const { storeId } = params as { storeId?: string };
      if (endpoint.method !== 'GET' && storeId !== undefined) context.directory.forget(storeId);
      if (answer === 'NOT_FOUND') return sendError(reply, 'NOT_FOUND');
      if (!('ok' in answer)) return answer;
      if (!isPublic(endpoint)) return sendPanelRefusal(request, reply, answer as PanelRefusal);
      const result = answer as SerializedResponse | PublicRefusal<PublicEndpoint>;
      if (!result.ok) return sendError(reply, result.code, result);
      reply.header('content-type', 'application/json; charset=utf-8');
      return result.json;
    },
  };
}

/** API7: whether a request may be repeated with its Idempotency-Key. Checkouts and events have their own way (CHK7, COM6). */
const isAnsweredOnce = (endpoint: Endpoint): boolean =>
  isPublic(endpoint) && endpoint.method === 'POST' && endpoint.access === 'secret-key';

/** AUT6, API2: the signed-in user, or the API key. */
const actorOf = (endpoint: Endpoint, request: FastifyRequest): Actor =>
  isPublic(endpoint) ? { userId: null, keyId: request.apiKey?.keyId } : { userId: sessionOf(request).userId };

const isPublic = (endpoint: Endpoint): endpoint is PublicEndpoint => 'statuses' in endpoint;

/** Whether parameters that identify an object are ids. API keys and passkeys have ids of their own form. */
const areIds = (params: unknown): boolean =>
  Object.entries(params as Record<string, string>).every(
    ([name, value]) => !name.endsWith('Id') || name === 'keyId' || name === 'credentialId' || isId(value),
  );

type Accepted = { readonly body?: unknown; readonly query?: unknown };
type Unacceptable = { readonly issues: readonly Issue[]; readonly status?: number };

/** The query and body of a request, or what is wrong with them. */
function accept(endpoint: Endpoint, request: FastifyRequest): Accepted | Unacceptable {
  if (isPublic(endpoint)) {
    const body = endpoint.body && plainBody(request);
    return body && !Buffer.isBuffer(body) ? { issues: [body], status: 415 } : { body };
  }
  const sentQuery = queryOf(request);
  const sentBody = jsonIn(request);
  const query = endpoint.query?.safeParse(sentQuery);
  const body = (endpoint.body ?? noBody).safeParse(sentBody);
  if (query?.error) return { issues: issuesOf(query.error, sentQuery) };
  return body.error ? { issues: issuesOf(body.error, sentBody) } : { query: query?.data, body: body.data };
}

/** The issues of a query or body. Values are not repeated, only their kinds: one may be a password. */
function issuesOf(error: z.ZodError, sent: unknown): Issue[] {
  return error.issues.map(({ path }) => {
    const keys = path as (string | number)[];
    const gotKind = keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], sent);
    return issueAt(keys, 'invalid_value', { expected: 'as the panel sends it', gotKind });
  });
}

const noBody = z.strictObject({}).optional();

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

/** The parsed JSON body; undefined if there is none or it is invalid, which no contract with a body accepts. */
function jsonIn(request: FastifyRequest): unknown {
  const bytes = plainBody(request);
  try {
    return Buffer.isBuffer(bytes) ? (JSON.parse(withoutMark(bytes).toString()) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
