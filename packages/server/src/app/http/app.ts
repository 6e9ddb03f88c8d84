import { maxHeaderSize, type default as http } from 'node:http';
import net, { type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { issueAt, limits, type Issue } from '@retoma/commerce';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { random } from '../../base/ids.ts';
import { traceRequests } from '../../base/telemetry/trace-requests.ts';
import { errorBody, errorHandler, sendError } from '../../http/errors.ts';
import { limitAddress } from '../../stores/guards/address-limit.ts';
import { recordRefusedAccess } from '../../http/refused-access.ts';
import { addPanelApi } from './panel/index.ts';
import { addPanelPages } from './panel/pages.ts';
import { addPay } from '../../shop/pay-page/index.ts';
import { addUnsubscribe } from '../../privacy/unsubscribe/unsubscribe.ts';
import { addAutomationSchema } from '../../automations/definitions/public/automation-schema.ts';
import { addClientFiles } from './public/client-files.ts';
import { addDemoPictures } from './public/demo-pictures.ts';
import { addDocs } from './docs/index.ts';
import { addFollowLink } from '../../automations/delivery/tracking/follow-link.ts';
import { addHealth } from './public/health.ts';
import { addPublicApi } from './public/index.ts';
import { ShardAway } from '../shards/shard-away.ts';
import { isOfClosedShard } from './route-to-shards.ts';
import { addMedia } from '../../stores/panel/public-media.ts';
import { addMetrics } from './public/metrics.ts';
import { addOpenPixel } from '../../automations/delivery/tracking/open-pixel.ts';
import { addPixQr } from '../../shop/public/pix-qr.ts';
import { addChannelWebhook } from '../../automations/delivery/webhooks/channel-webhook.ts';
import { addConnectorRoutes } from '../../shop/connectors/public/deliveries.ts';
import { addPaymentWebhook } from '../../shop/orders/payments/payment-webhook.ts';

/** The HTTP server of the service with all its routes. It does not listen yet. */
export function createApp(context: Context): FastifyInstance {
  const app = createShardApp(context);
  addProcessRoutes(app, context);
  return app;
}

/** The seconds within which a request must arrive completely. */
const requestTimeoutS = 30;

/** The routes of the stores of one shard. It never listens: the process's server passes the shard's requests on (route-to-shards.ts). */
export function createShardApp(context: Context): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    // A request must arrive completely within this time, or its connection is closed. A slow body then only occupies a socket.
    requestTimeout: requestTimeoutS * 1_000,
    // A request without Host gets the documented body (wrongHost) and not Node's empty one.
    http: { requireHostHeader: false },
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // The client's address and host are taken from forwarding headers only if a trusted proxy sent them.
    trustProxy: context.config.trustedProxies.length > 0 ? [...context.config.trustedProxies] : false,
    genReqId: ({ headers }) => acceptableId(headers['x-request-id']) ?? nextId(),
    clientErrorHandler: answerMalformed,
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' });
      sendError(reply, 'INVALID_PAYLOAD', { issues: [issueAt([], 'malformed_address')] });
    },
  });
  app.decorateRequest('store', undefined);
  app.decorateRequest('apiKey', undefined);
  // Bodies stay raw bytes, because they are signed, hashed and stored unchanged.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(errorHandler(context));
  app.setNotFoundHandler((_request, reply) => sendError(reply, 'NOT_FOUND'));
  observe(app, context);
  recordRefusedAccess(app, context);
  traceRequests(app, context.tracer);
  addStoreRoutes(app, context);
  return app;
}

/** A shutdown: see `closeApp` and `stopAccepting`. Durations are in milliseconds. */
const closing = { roundMs: 5, quietRounds: 4, maxRounds: 50, lastRequestsMs: 100 };

/**
 * Closes the server without losing a request (CHK21). For `drainMs` requests are accepted and get `Connection: close`, so that busy clients
 * close their connections. Then no connection is accepted any more, requests on accepted connections (for `lastRequestsMs`) get a response,
 * and finally idle connections are closed. `drainMs` 0: the server has accepted nothing.
 */
export async function closeApp(app: FastifyInstance, context: Context, drainMs: number): Promise<void> {
  context.draining = true;
  if (drainMs > 0) {
    const answering = watchRequests(app.server, context);
    await setTimeout(drainMs);
    await stopAccepting(app.server, context, answering);
    await setTimeout(closing.lastRequestsMs);
    await arrived();
  }
  // `app.close` would wait for connections that become idle later until their keep-alive timeout.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}

/** The responses of requests that arrive from now on and are not held, until they are sent. */
function watchRequests(server: http.Server, context: Context): ReadonlySet<http.ServerResponse> {
  const answering = new Set<http.ServerResponse>();
  server.on('request', (_request, response) => {
    if (context.hold) return;
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  return answering;
}

/** Resolves after the sockets were read: the event loop runs timers first, so a late timer fires before arrived data is read. */
async function arrived(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Closes only the listening socket: `http.Server.close` would also close connections whose request has not arrived. The kernel resets
 * connections that it completed but this process has not accepted. Therefore requests are held meanwhile: a client that waits for its
 * response opens no connection, and the socket is closed once every earlier request is answered and none was opened in `quietRounds`
 * readings of the socket, at the latest after `maxRounds`. Readings are counted, not milliseconds: a machine without a moment to read would
 * take its delay for quiet. A reset remains possible for a client that connects between the last reading and the closing.
 */
async function stopAccepting(
  server: net.Server,
  context: Context,
  answering: ReadonlySet<http.ServerResponse>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  context.hold = promise;
  let quietRounds = 0;
  server.on('connection', () => (quietRounds = 0));
  for (let round = 0; round < closing.maxRounds && quietRounds < closing.quietRounds; round++) {
    quietRounds++;
    await setTimeout(closing.roundMs);
    await arrived();
    if (answering.size > 0) quietRounds = 0;
  }
  net.Server.prototype.close.call(server);
  context.hold = undefined;
  resolve();
}

/** Routes whose responses are the same for all stores. */
function addProcessRoutes(app: FastifyInstance, context: Context): void {
  addAutomationSchema(app);
  addHealth(app, context);
  addMetrics(app, context);
  addDocs(app, context);
  addClientFiles(app);
  addDemoPictures(app);
  addPanelPages(app, context);
}

function addStoreRoutes(app: FastifyInstance, context: Context): void {
  addPublicApi(app, context);
  addOpenPixel(app, context);
  void app.register((scope, _options, done) => {
    scope.addHook('onRequest', limitAddress(context));
    addMedia(scope, context);
    addPixQr(scope);
    addFollowLink(scope, context);
    done();
  });
  addPanelApi(app, context);
  addPay(app, context);
  addUnsubscribe(app, context);
  addPaymentWebhook(app, context);
  addChannelWebhook(app, context);
  addConnectorRoutes(app, context);
}

/** CHK13: a browser that visited once uses only https, even if an attacker in the network redirects it. */
const encryptedAlways = { 'strict-transport-security': 'max-age=31536000' };
/** CHK13: browser features that no page of ours uses, and that scripts in our pages cannot use either. */
const permissionsPolicy = (
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid magnetometer microphone ' +
  'midi payment screen-wake-lock serial usb xr-spatial-tracking'
)
  .split(' ')
  .map((feature) => `${feature}=()`)
  .join(', ');
const isSecure = ({ baseUrl }: Context): boolean => baseUrl.startsWith('https:');

/** Adds hooks for the headers of every response, request ids, metrics and a debug log line. */
function observe(app: FastifyInstance, context: Context): void {
  const { metrics, log } = context;
  // `nosniff`: browsers must use the declared content type and not guess it.
  const always = {
    'x-content-type-options': 'nosniff',
    'permissions-policy': permissionsPolicy,
    ...(isSecure(context) && encryptedAlways),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(always);
    if (context.draining) reply.header('connection', 'close');
    if (hasWrongHost(request.raw)) {
      sendError(reply, 'INVALID_PAYLOAD', { issues: [issueAt([], 'wrong_host')] });
      return;
    }
    if (isOfClosedShard(request.raw)) return done(new ShardAway());
    if (context.hold) void context.hold.then(() => done());
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode } = reply;
    metrics.requests.observe({ method: request.method, route, status: statusCode }, reply.elapsedTime / 1000);
    if (statusCode >= 500) metrics.requestFailures.inc();
    if (log.isLevelEnabled('debug')) {
      log.debug(
        { requestId: request.id, method: request.method, route, statusCode, ms: reply.elapsedTime },
        'answered',
      );
    }
    done();
  });
}

const processId = random(6).toString('base64url');
let answered = 0;
/** A unique id without new randomness each time: a random process id and a count. */
const nextId = (): string => `${processId}-${(answered++).toString(36)}`;

const acceptableId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : undefined;

/** Whether a request has several Host headers, or none although its version of HTTP requires one (RFC 9112, 3.2). */
function hasWrongHost({ rawHeaders, httpVersion }: http.IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
}

/** Sends the documented error body for requests that are not valid HTTP or arrive too slowly: no route receives them. */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason, issue } = describeMalformed(error.code ?? '');
  const body = JSON.stringify(errorBody('INVALID_PAYLOAD', { issues: [issue] }));
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\nx-request-id: ${nextId()}\r\n` +
      `access-control-allow-origin: *\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Errors of Node's parser about where a body ends. */
const framing =
  /^HPE_(?:(?:INVALID|UNEXPECTED)_CONTENT_LENGTH|INVALID_TRANSFER_ENCODING|INVALID_CHUNK_SIZE|CHUNK_EXTENSIONS_OVERFLOW|STRICT)$/;

function describeMalformed(code: string): { status: number; reason: string; issue: Issue } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, reason: 'Request Timeout', issue: issueAt([], 'too_slow', { limit: requestTimeoutS }) };
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      status: 431,
      reason: 'Request Header Fields Too Large',
      issue: issueAt([], 'headers_too_large', { limit: maxHeaderSize }),
    };
  const issue = issueAt([], framing.test(code) ? 'wrong_framing' : 'malformed_request');
  return { status: 400, reason: 'Bad Request', issue };
}
