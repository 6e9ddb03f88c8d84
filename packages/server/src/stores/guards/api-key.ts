import type { ApiScope } from '@retoma/commerce';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context } from '../../context.ts';
import type { ApiKey, KeyKind } from '../api-key.ts';
import { apiKeyRefusal } from '../check-api-key.ts';
import type { Store } from '../store-directory.ts';
import { sendError } from '../../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The store of the API key; set by the guard. */
    store: Store | undefined;
    /** The API key. Its signature is verified, but it may be revoked. Set by the guard. */
    apiKey: ApiKey | undefined;
  }
}

/**
 * CHK1: the guard refuses a key that is absent, undecodable, over its rate, without a store, revoked, of an inactive store, of the wrong
 * kind or without the scope (API1): in this order, and before the body is read. It runs on every checkout, so it is synchronous while the store is cached.
 */
export function requireApiKey(context: Context, wanted: KeyKind | 'any', scope?: ApiScope): onRequestHookHandler {
  const { keys, directory, clock } = context;
  return (request, reply, done) => {
    const text = request.headers['x-api-key'];
    if (text === undefined || text === '') return void sendError(reply, 'MISSING_API_KEY');
    const key = typeof text === 'string' ? keys.decode(text) : undefined;
    if (!key) return void sendError(reply, 'INVALID_API_KEY');
    request.apiKey = key;
    if (!withinRate(context, key.storeId + key.keyId, reply)) return;
    const admit = (store: Store | undefined): void => {
      const refusal = apiKeyRefusal(key, store, { wanted, scope }, clock());
      if (refusal) return void sendError(reply, refusal);
      request.store = store;
      done();
    };
    const store = directory.find(key.storeId);
    if (store instanceof Promise) store.then(admit, done);
    else admit(store);
  };
}

/** The store that the guard admitted. Throws if the route has no such guard. */
export function storeOf(request: FastifyRequest): Store {
  if (!request.store) throw new Error('this route has no API key guard');
  return request.store;
}

/** CHK9: counts a request of `caller`. False: the rate is exceeded, and the refusal was sent. */
export function withinRate(context: Context, caller: string, reply: FastifyReply): boolean {
  if (countCaller(context, caller, reply)) return true;
  sendError(reply, 'RATE_LIMITED');
  return false;
}

/** CHK9: counts a request of `caller` and sets the rate limit headers. False: the rate is exceeded; the refusal is not sent yet. */
export function countCaller({ limits, clock, config, metrics }: Context, caller: string, reply: FastifyReply): boolean {
  if (!limits.requests) return true;
  const { perSecond, burst } = config.rateLimit;
  const { allowed, remaining, reset, retryAfter } = limits.requests.take(caller, clock());
  reply.header('ratelimit-policy', `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`);
  reply.header('ratelimit', `"default";r=${remaining};t=${reset}`);
  if (allowed) return true;
  metrics.rateLimited.inc();
  reply.header('retry-after', retryAfter);
  return false;
}
