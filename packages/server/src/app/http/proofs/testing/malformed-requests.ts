import { newId } from '../../../../base/ids.ts';
import { panelContract } from '../../../../panel-contract.ts';
import { publicContract } from '../../../../http/public-contract.ts';
import type { PanelEndpoint } from '../../../../http/endpoint.ts';
import { sampleOf, type Choices } from '../../panel/testing/sample-of.ts';
import { entries, type RouteEntry } from './route-access.ts';
import type { Route } from './route-table.ts';
import type { Ids, TwoStores } from './isolation-fixture.ts';

/** A request by a member of one store that contains ids and data of another store. */
export type StrangeRequest = {
  readonly route: Route;
  /** The caller: a role of the panel, a key, or anonymous. */
  readonly caller: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
};

const endpoints: readonly PanelEndpoint[] = Object.values(panelContract);

/** Values that are no valid path parameters. */
const nonsense = [
  'x',
  '0',
  '-1',
  'null',
  '%00',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%20'1'='1",
  '%F0%9F%A6%8A',
];

/** Makes requests; the same `random` gives the same requests. */
export function strangeRequests(stores: TwoStores, random: () => number): (route: Route) => StrangeRequest {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const { other, ours, keys, browsers, service } = stores;
  const text = (format: string | undefined): string | undefined => {
    if (format === 'uuid') return random() < 0.7 ? pick(Object.values(other)) : newId();
    if (format === 'email') return pick(['zuleika@cliente.example', 'dona@quaresmeira.example']);
    return format === undefined && random() < 0.4
      ? pick([...Object.values(other), 'zuleika@cliente.example', '+5547931842765', 'https://mau.example/'])
      : undefined;
  };
  const choices: Choices = { includes: () => random() < 0.5, pick, text };
  const callers: Record<string, Record<string, string>> = {
    anonymous: {},
    'checkout key': { 'x-api-key': keys.checkout },
    'secret key': { 'x-api-key': keys.secret },
    ...Object.fromEntries(Object.entries(browsers).map(([role, { cookie }]) => [role, { cookie: cookie! }])),
  };
  return (route) => {
    const endpoint = endpoints.find(({ path, method }) => path === route.url && method === route.method);
    const entry = entries.find(({ url }) => url === route.url);
    // Signing out would leave the rest of the requests without a session.
    const caller = route.url === '/panel/api/sign-out' ? 'anonymous' : pick(Object.keys(callers));
    const hasBody = route.method !== 'GET';
    const { address, header } = queryOf(endpoint, choices, other, random);
    const payload = hasBody ? bodyOf(endpoint, entry, choices, other) : undefined;
    return {
      route,
      caller,
      path: fillAddress(route.url, entry, { other, ours, random, pick }) + address,
      headers: {
        ...callers[caller],
        ...header,
        ...(hasBody && {
          'content-type': payload!.type,
          'x-retoma-panel': '1',
          origin: new URL(service.context.baseUrl).origin,
        }),
      },
      body: payload?.text,
    };
  };
}

type Filling = {
  readonly other: Ids;
  readonly ours: Ids;
  readonly random: () => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
};

/** The path with a value for each parameter, mostly one of the other store. */
function fillAddress(url: string, entry: RouteEntry | undefined, { other, ours, random, pick }: Filling): string {
  const address = url.replace(/:(\w+)/g, (_, name: string) => {
    // Everyone with a purchase's link may see the purchase, so that would be no leak.
    const mayHold = entry?.opening !== 'id' || (name !== 'checkoutId' && name !== 'paymentId');
    if (random() < 0.6) return mayHold ? (other[name] ?? pick(Object.values(other))) : otherId(other, pick);
    if (random() < 0.7) return ours[name] ?? newId();
    return random() < 0.5 ? newId() : pick(nonsense);
  });
  return address.replace('*', () => pick([...nonsense, ...Object.values(other)]));
}

/** Excludes purchases by value: the first event of a purchase has its checkout's id. */
const otherId = (ids: Ids, pick: Filling['pick']): string =>
  pick(Object.values(ids).filter((id) => id !== ids['checkoutId'] && id !== ids['paymentId']));

/** The query, and `search` in its header (AUT12). */
function queryOf(
  endpoint: PanelEndpoint | undefined,
  choices: Choices,
  other: Ids,
  random: () => number,
): { address: string; header: Record<string, string> } {
  const { search, ...query } = (sampleOf(endpoint?.query, choices) ?? {}) as Record<string, unknown>;
  const fullQuery = random() < 0.3 ? { ...query, storeId: other['storeId'], store: other['storeId'] } : query;
  const text = new URLSearchParams(Object.entries(fullQuery).map(([name, value]) => [name, String(value)])).toString();
  const header = typeof search === 'string' ? { 'x-retoma-search': encodeURIComponent(search.toWellFormed()) } : {};
  return { address: text && `?${text}`, header };
}

/** A body that the route accepts, with the id of the other store added. */
function bodyOf(
  endpoint: PanelEndpoint | undefined,
  entry: RouteEntry | undefined,
  choices: Choices,
  other: Ids,
): { type: string; text: string } {
  if (entry && (entry.opening === 'id' || entry.opening === 'seal')) {
    const form = { ...other, act: 'pay', method: 'pix', email: 'zuleika@cliente.example', name: 'Zuleika' };
    return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
  }
  const body = sampleOf(endpoint?.body, choices) ?? merchantBody(other);
  return { type: 'application/json', text: JSON.stringify({ ...body, storeId: other['storeId'] }) };
}

/** A body of a store's own system, with both a cart and an event; each route reads its part. */
const merchantBody = ({ orderId, checkoutId, storeId }: Ids): object => ({
  id: newId(),
  type: 'pix.generated',
  occurred_at: '2026-11-21T12:00:00Z',
  data: { order: { id: orderId, checkoutId }, customer: { email: 'zuleika@cliente.example' } },
  cart: { ...publicContract.createCheckout.body.example.cart, token: checkoutId },
  metadata: { storeId },
});
