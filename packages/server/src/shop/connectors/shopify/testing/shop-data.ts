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
    const { customer, shippingAddress } = checkout ?? this.#shopper(placed);
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
      customer,
      shippingAddress,
      billingAddress: shippingAddress,
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
    const orders = (query = ''): ShopOrder[] => {
      const isFound = searchOf(query);
      return [...this.#orders.values()].filter(({ updatedAt }) => isFound(updatedAt));
    };
    return {
      orders: ({ query, ...args }: ListArgs) => {
        const keyOf = ({ updatedAt, id }: ShopOrder): Key => [inSeconds(updatedAt), id];
        return cutPage(orders(query), keyOf, args, (order) => orderNode(this.#shop, order));
      },
      ordersCount: ({ query }: ListArgs) => ({ count: orders(query).length, precision: 'EXACT' }),
      abandonedCheckouts: ({ query = '', ...args }: ListArgs) => {
        const isFound = searchOf(query);
        const listed = [...this.#checkouts.values()].filter(
          ({ updatedAt }) => updatedAt + listedAfterMs <= this.#now() && isFound(updatedAt),
        );
        return cutPage(
          listed,
          ({ id }) => [0, id],
          args,
          (checkout) => checkoutNode(this.#shop, checkout),
        );
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

const inSeconds = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** Whether instants fulfil a search such as `updated_at:>='2026-11-29T08:00:00Z'`. */
function searchOf(query: string): (at: number) => boolean {
  const bounds = [...query.matchAll(/updated_at:(>=|<=)'([^']+)'/g)].map(
    ([, mark, bound = '']) => [mark === '>=' ? 1 : -1, Date.parse(bound)] as const,
  );
  return (at) => bounds.every(([side, bound]) => (inSeconds(at) - bound) * side >= 0);
}

/** What a list is sorted by: an instant, then an id of any size. */
type Key = readonly [number, string];

const compare = (one: Key, other: Key): number =>
  one[0] - other[0] || one[1].length - other[1].length || (one[1] < other[1] ? -1 : Number(one[1] > other[1]));
const cursorOf = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64');

/** A page of a list, by a cursor that holds what the list is sorted by. */
function cutPage<T>(
  list: readonly T[],
  keyOf: (one: T) => Key,
  { first = 50, after }: ListArgs,
  node: (one: T) => object,
) {
  const from = typeof after === 'string' ? (JSON.parse(Buffer.from(after, 'base64').toString()) as Key) : null;
  const page: { one: T; key: Key }[] = [];
  for (const one of list) {
    const key = keyOf(one);
    if (from !== null && compare(key, from) <= 0) continue;
    if (page.length > first && compare(key, page.at(-1)!.key) > 0) continue;
    const at = page.findIndex((other) => compare(key, other.key) < 0);
    page.splice(at < 0 ? page.length : at, 0, { one, key });
    page.length = Math.min(page.length, first + 1);
  }
  const hasNextPage = page.length > first;
  page.length = Math.min(page.length, first);
  const last = page.at(-1);
  return {
    nodes: page.map(({ one }) => node(one)),
    pageInfo: { hasNextPage, endCursor: last === undefined ? null : cursorOf(last.key) },
  };
}
