import { pickLocale, renderNotice, type Locale, type NoticeView, type Rendered } from '@retoma/pay';
import type { FastifyReply, FastifyRequest } from 'fastify';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

/** Responds with a page and the content security policy that it needs. */
export const sendPage = (reply: FastifyReply, { html, policy }: Rendered, status = 200): FastifyReply =>
  reply
    .code(status)
    .headers({ ...headers, 'content-security-policy': policy })
    .send(html);

/** The language of the request. */
export const localeOf = (request: FastifyRequest): Locale => pickLocale(request.headers['accept-language']);

const statuses = {
  'unknown-link': 404,
  'store-inactive': 403,
  'service-fault': 500,
  expired: 410,
  'too-many': 429,
  'too-large': 413,
} as const satisfies Record<NoticeView['kind'], number>;

/** Responds with a page that explains why the payment page is not shown. */
export const sendNotice = (request: FastifyRequest, reply: FastifyReply, view: NoticeView): FastifyReply =>
  sendPage(reply, renderNotice(view, localeOf(request)), statuses[view.kind]);
