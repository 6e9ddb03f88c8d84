import { renderUnsubscribe, type UnsubscribeView } from '@retoma/pay';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { changeSubscription, isUnsubscribed } from './change-subscription.ts';
import { readUnsubscribeToken, type Subscription } from '../../base/links/unsubscribe-link.ts';
import { presentStore } from '../../shop/pay-page/present/store-view.ts';
import { addPages, formBytes } from '../../shop/pay-page/page-scope.ts';
import { localeOf, sendNotice, sendPage } from '../../shop/pay-page/send-page.ts';
import { readUnsubscribe } from './unsubscribe-request.ts';

/**
 * COM8: `/u/<token>`, the unsubscribe link. GET shows a page and changes nothing, since mail scanners open every link. POST applies the
 * choice of its body: from the page's button, or from a mail program (RFC 8058), which sends no cookies and follows no redirects.
 */
export const addUnsubscribe = (app: FastifyInstance, context: Context): void =>
  addPages(app, context, (scope) => {
    // Accepts any content type, and no body at all; bodies are short.
    const options = { parseAs: 'buffer', bodyLimit: formBytes } as const;
    scope.addContentTypeParser('*', options, (_request, body, parsed) => parsed(null, body));
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
      // A mail program's one-click request comes from its provider, so its address is not the person's.
      const ip = source === 'one-click' ? null : request.ip;
      await changeSubscription(context, subscription, choice, { source, ip });
      return show(context, request, reply, { subscription, state: choice });
    });
  });

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
