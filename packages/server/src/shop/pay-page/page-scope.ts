import type { FastifyError, FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { compressResponse } from '../../http/compression/compress-responses.ts';
import { retryAfterS } from '../../http/errors.ts';
import { limitAddress } from '../../stores/guards/address-limit.ts';
import { sendNotice } from './send-page.ts';

/** The limit of a form, in bytes; no shopper types more. */
export const formBytes = 16 * 1024;

/** Adds pages for shoppers: limited by address, compressed, without the parsers of other bodies. Errors are shown as pages, too. */
export function addPages(app: FastifyInstance, context: Context, add: (scope: FastifyInstance) => void): void {
  void app.register((scope, _options, done) => {
    scope.addHook(
      'onRequest',
      limitAddress(context, (request, reply) => sendNotice(request, reply, { kind: 'too-many' })),
    );
    scope.addHook('onSend', compressResponse);
    scope.removeAllContentTypeParsers();
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendNotice(request, reply, { kind: 'too-large' });
      if ((error.statusCode ?? 500) < 500) return sendNotice(request, reply, { kind: 'unknown-link' });
      const { id, routeOptions } = request;
      context.log.error({ err: error, requestId: id, route: routeOptions.url }, 'payment page request failed');
      if (context.isDatabaseAway(error)) reply.header('retry-after', retryAfterS);
      return sendNotice(request, reply, { kind: 'service-fault', requestId: id });
    });
    add(scope);
    done();
  });
}
