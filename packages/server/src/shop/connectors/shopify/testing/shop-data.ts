// What is in the local shop, and the lists of the GraphQL API: searched, sorted and paged as Shopify documents.
import type { PlacedOrder } from '../../testing/platform-server.ts';
import {
  checkoutNode,
  orderNode,
  type ShopAddress,
  type ShopCheckout,
  type ShopCustomer,
  type ShopOrder,
} from './shop-orders.ts';

type ListArgs = { readonly first?: number; readonly after?: string | null; readonly query?: string };

const gateways = { pix: 'Pix', boleto: 'Boleto Bancário', credit_card: 'Cartão de crédito' } as const;

/** After how long without completion a checkout is listed as abandoned. */
const listedAfterMs = 10 * 60_000;

/** Orders and checkouts. */
export class ShopData {
  readonly #shop: string;
  readonly #now: () => number;
  readonly #orders = new Map<string, ShopOrder>();
  readonly #checkouts = new Map<string, ShopCheckout>();
  // Beyond 2^53.
  #nextId = 820_982_911_946_154_508n;

  constructor(shop: string, now: () => number) {
    this.#shop = shop;
    this.#now = now;
  }

  put = (order: ShopOrder): void => void this.#orders.set(order.id, order);

  order(id: string): ShopOrder {
    const order = this.#orders.get(id);
    if (!order) throw new Error(`The shop has no order ${id}`);
    return order;
  }

  place({ cartToken, method, ...placed }: PlacedOrder): ShopOrder {
    const checkout = cartToken === undefined ? undefined : this.#checkouts.get(cartToken);
    if (checkout) checkout.completedAt = this.#now();
    const order: ShopOrder = {
      id: this.#newId(),
      number: 1_001 + this.#orders.size,
      currency: 'BRL',
      test: false,
      sourceName: 'web',
      createdAt: this.#now(),
      checkoutToken: cartToken ?? this.#newToken(),
      gateways: [gateways[method]],
      email: placed.email,
      phone: null,
      ...(checkout
        ? { customer: checkout.customer, shippingAddress: checkout.shippingAddress }
        : this.#shopper(placed)),
      billingAddress: null,
      lines: this.#lines(placed.total),
      shippingLines: [{ title: 'PAC', price: '0.00' }],
      total: placed.total,
      discounts: '0.00',
      currentTotal: placed.total,
      updatedAt: this.#now(),
      cancelledAt: null,
      paidAt: null,
      financialStatus: method === 'credit_card' ? 'authorized' : 'pending',
      fulfillments: [],
    };
    this.put(order);
    return order;
  }

  leaveCart(cart: Omit<PlacedOrder, 'cartToken' | 'method'>): ShopCheckout {
    const checkout: ShopCheckout = {
      id: this.#newId(),
      token: this.#newToken(),
      ...this.#shopper(cart),
      lines: this.#lines(cart.total),
      total: cart.total,
      updatedAt: this.#now(),
      completedAt: null,
    };
    this.#checkouts.set(checkout.token, checkout);
    return checkout;
  }

  /** The lists of the GraphQL API. */
  lists() {
    const seconds = (at: number): number => Math.floor(at / 1_000) * 1_000;
    const orders = (query = ''): ShopOrder[] =>
      [...this.#orders.values()].filter(({ updatedAt }) => isBetween(seconds(updatedAt), query));
    return {
      orders: ({ query, ...args }: ListArgs) => {
        const sorted = orders(query).map((order) => ({
          key: [seconds(order.updatedAt), BigInt(order.id)] as Key,
          order,
        }));
        return cutPage(sorted, args, ({ order }) => orderNode(this.#shop, order));
      },
      ordersCount: ({ query }: ListArgs) => ({ count: orders(query).length, precision: 'EXACT' }),
      abandonedCheckouts: ({ query = '', ...args }: ListArgs) => {
        const listed = [...this.#checkouts.values()].filter(
          ({ updatedAt }) => updatedAt + listedAfterMs <= this.#now() && isBetween(seconds(updatedAt), query),
        );
        const sorted = listed.map((checkout) => ({ key: [0, BigInt(checkout.id)] as Key, checkout }));
        return cutPage(sorted, args, ({ checkout }) => checkoutNode(this.#shop, checkout));
      },
    };
  }

  #shopper({ name, email, phone }: Pick<PlacedOrder, 'name' | 'email' | 'phone'>): {
    customer: ShopCustomer;
    shippingAddress: ShopAddress;
  } {
    const [firstName = '', ...lastNames] = name.split(' ');
    const customer = { id: this.#newId(), firstName, lastName: lastNames.join(' '), email, phone };
    const address1 = 'Rua das Laranjeiras, \u2060120';
    const shippingAddress = {
      name,
      phone,
      address1,
      address2: null,
      city: 'São Paulo',
      provinceCode: 'SP',
      zip: '01310-100',
    };
    return { customer, shippingAddress };
  }

  #lines = (price: string) => [
    {
      id: this.#newId(),
      title: 'Camiseta Azul',
      variantTitle: 'M',
      vendor: 'Aurora',
      sku: 'CAM-M',
      quantity: 1,
      price,
    },
  ];

  #newId = (): string => String(this.#nextId++);
  #newToken = (): string => (this.#nextId++).toString(16).padStart(32, 'c');
}

/** Whether an instant fulfils a search such as `updated_at:>='2026-11-29T08:00:00.000Z'`. */
function isBetween(at: number, query: string): boolean {
  return [...query.matchAll(/updated_at:(>=|<=)'([^']+)'/g)].every(([, mark, bound = '']) =>
    mark === '>=' ? at >= Date.parse(bound) : at <= Date.parse(bound),
  );
}

/** What a list is sorted by. */
type Key = readonly [number, bigint];

const compare = (one: Key, other: Key): number =>
  one[0] - other[0] || (one[1] < other[1] ? -1 : Number(one[1] > other[1]));
const cursorOf = (key: Key): string => Buffer.from(key.join()).toString('base64');

function keyOf(cursor: string): Key {
  const [first = '', second = ''] = Buffer.from(cursor, 'base64').toString().split(',');
  return [Number(first), BigInt(second)];
}

/** A page of a list, by a cursor that holds what the list is sorted by. */
function cutPage<T extends { readonly key: Key }>(
  list: readonly T[],
  { first = 50, after }: ListArgs,
  node: (one: T) => object,
) {
  const from = typeof after === 'string' ? keyOf(after) : null;
  const rest = list
    .filter(({ key }) => from === null || compare(key, from) > 0)
    .toSorted((a, b) => compare(a.key, b.key));
  const page = rest.slice(0, first);
  const last = page.at(-1);
  return {
    nodes: page.map(node),
    pageInfo: { hasNextPage: rest.length > first, endCursor: last === undefined ? null : cursorOf(last.key) },
  };
}
