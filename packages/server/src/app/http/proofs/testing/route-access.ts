// Every route, and what grants access to it: those of the two contracts, and the others by hand. A test fails for a route that is in neither
// contract nor here, and for one that docs/threat-model.md does not name.
import type { PublicAccess, PublicEndpoint } from '../../../../http/endpoint.ts';
import { publicContract } from '../../../../http/public-contract.ts';

/**
 * What a caller must have to get access:
 * - `nothing`: the response is the same for every caller.
 * - the access of an endpoint of the public API.
 * - `id`: the 128 bits that identify a purchase; a holder of the link may pay (COM13).
 * - `seal`: a token that only the service can make.
 * - `provider`: a signature of the provider, or a secret in the path.
 * - `session`: a signed-in user who may see the store.
 * - `machine`: a token of the operator, or a request from this machine.
 */
type Opening = 'nothing' | PublicAccess | 'id' | 'seal' | 'provider' | 'session' | 'machine';

/**
 * The kind of response, which determines its headers: `data` for programs, `page` for people, `file`: the same for every caller, `lead`: a
 * redirect to another site.
 */
type ResponseKind = 'data' | 'page' | 'file' | 'lead';

/** One entry: its path, its methods, what grants access, the kind of response, and what its rate limit counts. */
export type RouteEntry = {
  readonly url: string;
  readonly methods: readonly string[];
  readonly opening: Opening;
  readonly answer: ResponseKind;
  /** `forged`: forged requests of an address. `none`: no limit, since requests are cheap. Otherwise: requests of each. */
  readonly limit: 'key' | 'address' | 'checkout' | 'account' | 'forged' | 'none';
};

const file = (url: string): RouteEntry => ({
  url,
  methods: ['GET'],
  opening: 'nothing',
  answer: 'file',
  limit: 'none',
});
const pay = (url: string, method = 'GET', answer: ResponseKind = 'page'): RouteEntry => ({
  url: `/pay/:checkoutId${url}`,
  methods: [method],
  opening: 'id',
  answer,
  limit: method === 'GET' ? 'address' : 'checkout',
});

/** The endpoints of the public API, each with its alias. */
const published = Object.values<PublicEndpoint>(publicContract).flatMap(({ path, method, access }): RouteEntry[] =>
  ['', '/api'].map((prefix) => ({
    url: prefix + path,
    methods: [method],
    opening: access,
    answer: 'data',
    limit: 'key',
  })),
);

/** All routes outside the panel's contract. */
export const entries: readonly RouteEntry[] = [
  ...published,
  ...[
    '/automation.schema.json',
    '/openapi.json',
    '/postman.json',
    '/client.js',
    '/client.tgz',
    '/public/demo/:name',
  ].map(file),
  { ...file('/pay/assets/*'), limit: 'address' },
  { ...file('/public/media/:name'), limit: 'address' },
  ...['/docs', '/docs/:page'].map((url): RouteEntry => ({ ...file(url), answer: 'page' })),
  file('/docs/:folder/:picture'),
  { ...file('/'), answer: 'data' },
  { ...file('/panel'), answer: 'page' },
  { ...file('/panel/*'), answer: 'page' },
  { ...file('/public/pix-qr.png'), limit: 'address' },
  { ...file('/health/live'), answer: 'data' },
  { ...file('/health/ready'), answer: 'data' },
  { url: '/metrics', methods: ['GET'], opening: 'machine', answer: 'data', limit: 'none' },
  {
    url: '/panel/api/stores/:storeId/live',
    methods: ['GET'],
    opening: 'session',
    answer: 'data',
    limit: 'none',
  },
  pay(''),
  pay('/state', 'GET', 'data'),
  pay('/events', 'GET', 'data'),
  pay('/returned'),
  pay('/boleto'),
  pay('/contact', 'POST', 'data'),
  pay('/code'),
  pay('/code', 'POST'),
  pay('/data', 'POST'),
  pay('/freight', 'POST'),
  pay('/pay', 'POST'),
  pay('/coupon', 'POST'),
  pay('/bump', 'POST'),
  { url: '/pay/sandbox/:paymentId', methods: ['GET', 'POST'], opening: 'id', answer: 'page', limit: 'address' },
  { url: '/pay/cep/:cep', methods: ['GET'], opening: 'nothing', answer: 'data', limit: 'address' },
  { url: '/u/:token', methods: ['GET', 'POST'], opening: 'seal', answer: 'page', limit: 'address' },
  { url: '/o/*', methods: ['GET'], opening: 'seal', answer: 'file', limit: 'none' },
  { url: '/c/*', methods: ['GET'], opening: 'seal', answer: 'lead', limit: 'none' },
  { url: '/l/:code', methods: ['GET'], opening: 'seal', answer: 'lead', limit: 'address' },
  {
    url: '/webhooks/payments/:accountId',
    methods: ['POST'],
    opening: 'provider',
    answer: 'data',
    limit: 'account',
  },
  {
    url: '/connect/:platform/:connectionId/:key',
    methods: ['POST'],
    opening: 'provider',
    answer: 'data',
    limit: 'account',
  },
  { url: '/connect/:platform/app', methods: ['POST'], opening: 'provider', answer: 'data', limit: 'forged' },
  { url: '/connect/:platform/return', methods: ['GET', 'POST'], opening: 'seal', answer: 'lead', limit: 'forged' },
  ...['', '/:secret', '/:secret/:event'].map((secret): RouteEntry => ({
    url: `/webhooks/channels/:connectionId${secret}`,
    methods: ['GET', 'POST'],
    opening: 'provider',
    answer: 'data',
    limit: 'forged',
  })),
];
