import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentSecurityPolicy, pickLocale, renderCheckout, renderNotice, type NoticeView } from '@retoma/pay';
import { readCheckout } from '../../checkouts/read-checkout.ts';
import type { Context } from '../../context.ts';
import { presentPayPage } from '../present/pay-page.ts';

const security = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

/** GET /pay/<checkoutId>: the page that a payment link opens. A query string, such as utm_*, is tolerated. */
export function addPay(app: FastifyInstance, context: Context): void {
  app.get('/pay/:checkoutId', async (request, reply) => {
    const locale = pickLocale(request.headers['accept-language']);
    const notice = (status: number, view: NoticeView): FastifyReply =>
      reply.code(status).headers(security).send(renderNotice(view, locale));
    try {
      const checkout = await readCheckout(context.db, (request.params as { checkoutId: string }).checkoutId);
      const store = checkout && (await context.directory.find(checkout.storeId));
      if (!checkout || !store) return notice(404, { kind: 'unknown-link' });
      if (!store.active) return notice(403, { kind: 'store-inactive', store: { name: store.name } });
      return reply.headers(security).send(renderCheckout(presentPayPage(checkout, store), locale));
    } catch (error) {
      context.log.error({ err: error, requestId: request.id }, 'payment page failed');
      return notice(500, { kind: 'service-fault', requestId: request.id });
    }
  });
}
