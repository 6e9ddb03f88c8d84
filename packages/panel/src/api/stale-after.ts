import type { Route } from './call.ts';

/** The route of an endpoint that only reads. */
export type ReadRoute = Extract<Route, `GET ${string}`>;

/** The route of an endpoint that may change something. */
export type ChangeRoute = Exclude<Route, ReadRoute>;

const me = ['GET /panel/api/me'] as const;
const account = ['GET /panel/api/account'] as const;
const identity = [...me, ...account] as const;
const automations = ['GET /panel/api/stores/:storeId/automations'] as const;
const automation = [...automations, 'GET /panel/api/stores/:storeId/automations/:automationId'] as const;
const published = [...automation, 'GET /panel/api/stores/:storeId/automations/:automationId/status'] as const;
const copilot = ['GET /panel/api/stores/:storeId/automations/:automationId/copilot'] as const;
const order = ['GET /panel/api/stores/:storeId/orders/:orderId'] as const;
const orders = [...order, 'GET /panel/api/stores/:storeId/orders'] as const;
const home = ['GET /panel/api/stores/:storeId/home', 'GET /panel/api/stores/:storeId/home/figures'] as const;
const sales = [...orders, 'GET /panel/api/stores/:storeId/checkouts'] as const;
const channels = ['GET /panel/api/stores/:storeId/channels'] as const;
const sending = [
  ...channels,
  'GET /panel/api/stores/:storeId/health',
  'GET /panel/api/stores/:storeId/home',
  'GET /panel/api/stores/:storeId/selling',
] as const;
const team = ['GET /panel/api/stores/:storeId/team'] as const;
const payments = ['GET /panel/api/stores/:storeId/payment-accounts', 'GET /panel/api/stores/:storeId/selling'] as const;
const shipping = ['GET /panel/api/stores/:storeId/shipping-options', 'GET /panel/api/stores/:storeId/selling'] as const;
const freight = ['GET /panel/api/stores/:storeId/freight', 'GET /panel/api/stores/:storeId/selling'] as const;
const priceRules = ['GET /panel/api/stores/:storeId/price-rules'] as const;
const coupons = ['GET /panel/api/stores/:storeId/coupons'] as const;
const orderBumps = ['GET /panel/api/stores/:storeId/order-bumps'] as const;
const keys = ['GET /panel/api/stores/:storeId/keys'] as const;
const webhooks = ['GET /panel/api/stores/:storeId/webhooks'] as const;
const webhookMessages = [
  ...webhooks,
  'GET /panel/api/stores/:storeId/webhooks/:webhookId/messages',
  'GET /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId',
] as const;
const customer = [
  'GET /panel/api/stores/:storeId/customer',
  'GET /panel/api/stores/:storeId/customer/timeline',
] as const;
const shops = ['GET /panel/api/stores/:storeId/shop-connections', 'GET /panel/api/stores/:storeId/home'] as const;
const selling = ['GET /panel/api/stores/:storeId/selling'] as const;
const views = ['GET /panel/api/stores/:storeId/run-views'] as const;

/** The cached responses that a successful call makes outdated; a call that is not listed changes none of them. */
export const staleAfter: { readonly [R in ChangeRoute]?: readonly ReadRoute[] } = {
  'POST /panel/api/account/name': identity,
  'POST /panel/api/account/email': identity,
  'POST /panel/api/account/email/confirm': identity,
  'POST /panel/api/account/password': account,
  'POST /panel/api/account/sessions/:sessionId/end': account,
  'POST /panel/api/account/sessions/end-others': account,
  'POST /panel/api/passkeys': identity,
  'POST /panel/api/passkeys/:credentialId/remove': identity,
  'POST /panel/api/recovery-codes': account,
  'POST /panel/api/totp/confirm': identity,
  'POST /panel/api/totp/remove': identity,
  'POST /panel/api/stores': me,
  'POST /panel/api/example-store': me,
  'POST /panel/api/stores/:storeId/test-store': me,
  'POST /panel/api/stores/:storeId/settings': ['GET /panel/api/stores/:storeId/settings', ...selling, ...me],
  'POST /panel/api/stores/:storeId/selling': [
    'GET /panel/api/stores/:storeId/settings',
    'GET /panel/api/stores/:storeId/home',
    ...payments,
    ...sending,
  ],
  'POST /panel/api/stores/:storeId/domains': ['GET /panel/api/stores/:storeId/domains', ...selling],
  'POST /panel/api/stores/:storeId/media': ['GET /panel/api/stores/:storeId/media'],
  'POST /panel/api/stores/:storeId/keys': keys,
  'POST /panel/api/stores/:storeId/keys/:keyId/end': keys,
  'POST /panel/api/stores/:storeId/keys/:keyId/rotate': keys,
  'POST /panel/api/stores/:storeId/webhooks': webhooks,
  'POST /panel/api/stores/:storeId/webhooks/:webhookId': webhookMessages,
  'DELETE /panel/api/stores/:storeId/webhooks/:webhookId': webhooks,
  'POST /panel/api/stores/:storeId/webhooks/:webhookId/rotate': webhooks,
  'POST /panel/api/stores/:storeId/webhooks/:webhookId/test': webhookMessages,
  'POST /panel/api/stores/:storeId/webhooks/:webhookId/replay': webhookMessages,
  'POST /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId/body': [],
  'POST /panel/api/stores/:storeId/webhooks/:webhookId/messages/:messageId/replay': webhookMessages,
  'POST /panel/api/stores/:storeId/shop-connections': shops,
  'POST /panel/api/stores/:storeId/shop-connections/:shopConnectionId/read': shops,
  'DELETE /panel/api/stores/:storeId/shop-connections/:shopConnectionId': shops,
  'POST /panel/api/stores/:storeId/freight': freight,
  'POST /panel/api/stores/:storeId/freight/simulate': freight,
  'POST /panel/api/stores/:storeId/freight-accounts': freight,
  'POST /panel/api/stores/:storeId/freight-accounts/:accountId/remove': freight,
  'POST /panel/api/stores/:storeId/shipping-options': shipping,
  'POST /panel/api/stores/:storeId/shipping-options/:shippingOptionId/retire': shipping,
  'POST /panel/api/stores/:storeId/price-rules': priceRules,
  'POST /panel/api/stores/:storeId/coupons': coupons,
  'POST /panel/api/stores/:storeId/coupons/:couponId/end': coupons,
  'POST /panel/api/stores/:storeId/order-bumps': orderBumps,
  'POST /panel/api/stores/:storeId/order-bumps/end': orderBumps,
  'POST /panel/api/stores/:storeId/payment-accounts': payments,
  'POST /panel/api/stores/:storeId/payment-accounts/:accountId/try': payments,
  'POST /panel/api/stores/:storeId/payment-changes/:changeId/confirm': payments,
  'POST /panel/api/stores/:storeId/payment-changes/:changeId/cancel': payments,
  'POST /panel/api/stores/:storeId/payment-methods/:method/remove': payments,
  'POST /panel/api/stores/:storeId/payment-methods/:method/fallback': payments,
  'POST /panel/api/stores/:storeId/channels/:channel': sending,
  'POST /panel/api/stores/:storeId/channels/:channel/try': sending,
  'POST /panel/api/stores/:storeId/channels/:channel/test-message': sending,
  'POST /panel/api/stores/:storeId/channels/:channel/remove': sending,
  'POST /panel/api/stores/:storeId/channels/whatsapp/phone/remove': channels,
  'POST /panel/api/stores/:storeId/held-contacts/release': ['GET /panel/api/stores/:storeId/health'],
  'POST /panel/api/stores/:storeId/team': [...team, ...me],
  'POST /panel/api/stores/:storeId/team/rules': [...team, ...me],
  'POST /panel/api/stores/:storeId/team/:userId/revoke': [...team, ...me],
  'POST /panel/api/stores/:storeId/team/invitations/:invitationId/withdraw': team,
  'POST /panel/api/stores/:storeId/checkouts': ['GET /panel/api/stores/:storeId/checkouts'],
  'POST /panel/api/stores/:storeId/orders/:orderId/contact': [],
  'POST /panel/api/stores/:storeId/orders/:orderId/paid': sales,
  'POST /panel/api/stores/:storeId/orders/:orderId/rest': sales,
  'POST /panel/api/stores/:storeId/orders/:orderId/accept': sales,
  'POST /panel/api/stores/:storeId/orders/:orderId/cancel': sales,
  'POST /panel/api/stores/:storeId/orders/:orderId/refund': sales,
  'POST /panel/api/stores/:storeId/orders/:orderId/tracking': order,
  'POST /panel/api/stores/:storeId/tracking-import': orders,
  'POST /panel/api/stores/:storeId/test-purchase': [...home, ...sales],
  'POST /panel/api/stores/:storeId/people/consent': customer,
  'POST /panel/api/stores/:storeId/people/erase': customer,
  'POST /panel/api/stores/:storeId/runs/operations': [
    'GET /panel/api/stores/:storeId/runs/:runId',
    'GET /panel/api/stores/:storeId/runs',
  ],
  'POST /panel/api/stores/:storeId/runs/:runId/resend': [
    'GET /panel/api/stores/:storeId/runs/:runId',
    'GET /panel/api/stores/:storeId/messages',
    'GET /panel/api/stores/:storeId/customer/timeline',
  ],
  'POST /panel/api/stores/:storeId/runs/operations/:operationId/stop': [
    'GET /panel/api/stores/:storeId/runs/operations/:operationId',
  ],
  'POST /panel/api/stores/:storeId/run-views': views,
  'POST /panel/api/stores/:storeId/run-views/:viewId/remove': views,
  'POST /panel/api/stores/:storeId/automations': automations,
  'DELETE /panel/api/stores/:storeId/automations/:automationId': automations,
  'POST /panel/api/stores/:storeId/automations/:automationId/duplicate': automations,
  'PUT /panel/api/stores/:storeId/automations/:automationId/draft': automation,
  'POST /panel/api/stores/:storeId/automations/:automationId/active': published,
  'POST /panel/api/stores/:storeId/automations/:automationId/publish': [
    ...published,
    'GET /panel/api/stores/:storeId/automations/:automationId/versions',
  ],
  'POST /panel/api/stores/:storeId/automations/:automationId/copilot/clear': copilot,
  'POST /panel/api/stores/:storeId/automations/:automationId/copilot/messages/:messageId/feedback': copilot,
};
