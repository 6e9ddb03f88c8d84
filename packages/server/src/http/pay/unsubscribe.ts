import { renderUnsubscribe, type UnsubscribeView } from '@retoma/pay';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { changeSubscription, isUnsubscribed } from '../../privacy/change-subscription.ts';
import { readUnsubscribeToken, type Subscription } from '../../links/unsubscribe-link.ts';
import { compressResponse } from '../compression/compress-responses.ts';
import { limitAddress } from '../guards/address-limit.ts';
import { presentStore } from '../present/store-view.ts';
import { localeOf, sendNotice, sendPage } from './send-page.ts';
import { readUnsubscribe } from './unsubscribe-request.ts';

const bodyLimit = 16 * 1024;

/**
 * COM8: `/u/<token>`, the link by which people end messages. GET shows a page and changes nothing, since mail scanners open every link.
 * POST does what its body says: the page's button, or that of a mail program (RFC 8058), which sends no cookies and follows nowhere.
 */
export function addUnsubscribe(app: FastifyInstance, context: Context): void {
  void app.register((scope, _options, done) => {
    scope.addHook(
      'onRequest',
      limitAddress(context, (request, reply) => sendNotice(request, reply, { kind: 'too-many' })),
    );
    scope.addHook('onSend', compressResponse);
    // A form, a multipart form, something else or nothing at all: whatever it is, it is short.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) => parsed(null, body));
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendNotice(request, reply, { kind: 'too-large' });
      context.log.error(
        { err: error, requestId: request.id, route: request.routeOptions.url },
        'unsubscribe page failed',
      );
      return sendNotice(request, reply, { kind: 'service-fault', requestId: request.id });
    });
    scope.get('/u/:token', async (request, reply) => {
      const subscription = subscriptionOf(context, request);
      if (!subscription) return sendNotice(request, reply, { kind: 'unknown-link' });
      const state = (await isUnsubscribed(context.db, subscription)) ? 'out' : 'confirm';
      return show(context, request, reply, { subscription, state });
    });
    scope.post('/u/:token', async (request, reply) => {
      const subscription = subscriptionOf(context, request);
      if (!subscription) return sendNotice(request, reply, { kind: 'unknown-link' });
      const { choice, source } = readUnsubscribe(request.headers['content-type'], request.body);
      // A mail program's button is pressed at its provider: that address says nothing about the person.
      const ip = source === 'one-click' ? null : request.ip;
      await changeSubscription(context, subscription, choice, { source, ip });
      return show(context, request, reply, { subscription, state: choice });
    });
    done();
  });
}

const subscriptionOf = ({ unsubscribeKey }: Context, request: FastifyRequest): Subscription | undefined =>
  readUnsubscribeToken(unsubscribeKey, (request.params as { token: string }).token);

async function show(
  { directory }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { subscription, state }: { subscription: Subscription; state: UnsubscribeView['state'] },
): Promise<FastifyReply> {
  const store = await directory.find(subscription.storeId);
  const view = { store: store && presentStore(store), channel: subscription.channel, state };
  return sendPage(reply, renderUnsubscribe(view, localeOf(request)));
}
