// The orders of the local shop, as the REST API of WooCommerce shows and lists them (../README.md).
import { buildBrCode } from '@retoma/commerce';
import type { PlacedOrder } from '../../testing/platform-server.ts';

/** An order or a draft of the checkout in blocks. Instants: milliseconds since 1970. */
export type ShopOrder = {
  readonly id: number;
  status: string;
  createdAt: number;
  modifiedAt: number;
  paidAt: number | null;
  method: { id: string; title: string };
  total: string;
  person: { name: string; email: string; phone: string };
  transactionId: string;
  meta: { id: number; key: string; value: unknown }[];
};

const methods = {
  pix: { id: 'woo-mercado-pago-pix', title: 'Pix' },
  boleto: { id: 'woo-mercado-pago-ticket', title: 'Boleto' },
  credit_card: { id: 'woo-mercado-pago-custom', title: 'Cartão de crédito' },
} as const;

/** An instant in GMT, or in the site's time, without a zone. */
const written = (at: number | null, offsetHours = 0): string | null =>
  at === null ? null : new Date(at + offsetHours * 3_600_000).toISOString().slice(0, 19);

/** The answer to a list: a page and the total, or the message of a restError. */
export type OrderPage =
  { readonly page: readonly ShopOrder[]; readonly total: number; readonly pageSize: number } | string;

/** The orders of a shop. The site's time is that of São Paulo. */
export class ShopOrders {
  static readonly siteOffset = -3;
  readonly #orders = new Map<number, ShopOrder>();
  readonly #shop: string;
  readonly #now: () => number;
  #nextId = 1_000;
  #nextMeta = 1;

  constructor(shop: string, now: () => number) {
    this.#shop = shop;
    this.#now = now;
  }

  get = (id: number): ShopOrder | undefined => this.#orders.get(id);
  all = (): readonly ShopOrder[] => [...this.#orders.values()];
  remove = (id: number): void => void this.#orders.delete(id);

  /** A draft: the checkout opens before the shopper says who they are. */
  draft({ total, name, email, phone }: Omit<PlacedOrder, 'cartToken' | 'method'>): ShopOrder {
    const order: ShopOrder = {
      id: this.#nextId++,
      status: 'checkout-draft',
      createdAt: this.#now(),
      modifiedAt: this.#now(),
      paidAt: null,
      method: { id: '', title: '' },
      total,
      person: { name, email, phone },
      transactionId: '',
      meta: [],
    };
    this.#orders.set(order.id, order);
    return order;
  }

  /** The draft becomes an order under the same id, and its gateway writes what the shopper pays with. */
  place(draft: ShopOrder, { method, total, name, email, phone }: PlacedOrder): ShopOrder {
    Object.assign(draft, { total, person: { name, email, phone }, method: methods[method] });
    this.change(draft, method === 'credit_card' ? 'pending' : 'on-hold');
    if (method === 'pix') this.addMeta(draft, 'mp_pix_qr_code', pixCode(draft));
    if (method === 'boleto') {
      this.addMeta(draft, '_transaction_details_ticket', `https://boletos.example/${draft.id}/boleto.pdf`);
    }
    return draft;
  }

  change(order: ShopOrder, status: string): void {
    order.status = status;
    order.modifiedAt = this.#now();
  }

  addMeta(order: ShopOrder, key: string, value: unknown): void {
    order.meta.push({ id: this.#nextMeta++, key, value });
    order.modifiedAt = this.#now();
  }

  /** GET /orders. Its filters by time are exclusive, in whole seconds and, unless asked otherwise, in the site's time. */
  list(query: URLSearchParams): OrderPage {
    const number = (name: string, fallback: number): number => Number(query.get(name) ?? fallback);
    const pageSize = number('per_page', 10);
    if (!(pageSize >= 1 && pageSize <= 100)) return 'per_page';
    const orderBy = query.get('orderby') ?? 'date';
    if (!['date', 'id', 'modified'].includes(orderBy)) return 'orderby';
    const statuses = (query.get('status') ?? 'any').split(',');
    const bound = (name: string): number | undefined => {
      const text = query.get(name);
      if (text === null) return undefined;
      const offset = query.get('dates_are_gmt') === 'true' ? 0 : ShopOrders.siteOffset;
      return Math.floor(Date.parse(`${text}Z`) / 1_000) - offset * 3_600;
    };
    const [after, before] = [bound('modified_after'), bound('modified_before')];
    if (Number.isNaN(after) || Number.isNaN(before)) return 'modified_after';
    const second = (order: ShopOrder): number => Math.floor(order.modifiedAt / 1_000);
    const included = query.get('include')?.split(',');
    const isListed = (order: ShopOrder): boolean =>
      (included === undefined || included.includes(String(order.id))) &&
      (statuses.includes('any')
        ? order.status !== 'trash' && order.status !== 'auto-draft'
        : statuses.includes(order.status)) &&
      (after === undefined || second(order) > after) &&
      (before === undefined || second(order) < before);
    const place = (order: ShopOrder): number =>
      orderBy === 'id' ? order.id : Math.floor((orderBy === 'modified' ? order.modifiedAt : order.createdAt) / 1_000);
    const sign = query.get('order') === 'asc' ? 1 : -1;
    const found = this.all()
      .filter(isListed)
      .sort((one, other) => sign * (place(one) - place(other) || one.id - other.id));
    const start = query.has('offset') ? number('offset', 0) : (number('page', 1) - 1) * pageSize;
    return { page: found.slice(start, start + pageSize), total: found.length, pageSize };
  }

  /** The resource of the REST API, with the members that the plugin for Brazil adds. */
  toJson(order: ShopOrder): Record<string, unknown> {
    const { id, total, person, method } = order;
    const [firstName = '', ...lastNames] = person.name.split(' ');
    const key = `wc_order_${Buffer.from(String(id)).toString('hex')}`;
    const address = {
      first_name: firstName,
      last_name: lastNames.join(' '),
      company: '',
      address_1: 'Rua das Laranjeiras',
      address_2: 'Apto 12',
      city: 'São Paulo',
      state: 'SP',
      postcode: '01310-100',
      country: 'BR',
      phone: person.phone,
      number: '120',
      neighborhood: 'Bela Vista',
    };
    return {
      id,
      parent_id: 0,
      number: String(id),
      order_key: key,
      created_via: 'store-api',
      version: '10.9.0',
      status: order.status,
      currency: 'BRL',
      date_created: written(order.createdAt, ShopOrders.siteOffset),
      date_created_gmt: written(order.createdAt),
      date_modified: written(order.modifiedAt, ShopOrders.siteOffset),
      date_modified_gmt: written(order.modifiedAt),
      discount_total: '0.00',
      discount_tax: '0.00',
      shipping_total: '0.00',
      shipping_tax: '0.00',
      total,
      total_tax: '0.00',
      customer_id: 0,
      billing: { ...address, email: person.email, persontype: 'F', cpf: '52998224725', cnpj: '', cellphone: '' },
      shipping: address,
      payment_method: method.id,
      payment_method_title: method.title,
      transaction_id: order.transactionId,
      date_paid: written(order.paidAt, ShopOrders.siteOffset),
      date_paid_gmt: written(order.paidAt),
      meta_data: order.meta,
      line_items: [
        {
          id: id * 10,
          name: 'Camiseta “Aurora”',
          product_id: 77,
          variation_id: 0,
          quantity: 1,
          subtotal: total,
          subtotal_tax: '0.00',
          total,
          total_tax: '0.00',
          sku: 'CAM-1',
          price: Number(total),
          image: { id: '9', src: `${this.#shop}/wp-content/uploads/camiseta.jpg` },
          meta_data: [],
        },
      ],
      shipping_lines: [{ id: id * 10 + 1, method_title: 'Frete grátis', method_id: 'free_shipping', total: '0.00' }],
      fee_lines: [],
      coupon_lines: [],
      refunds: [],
      payment_url: `${this.#shop}/finalizar-compra/order-pay/${id}/?pay_for_order=true&key=${key}`,
      needs_payment: order.status === 'pending',
    };
  }
}

function pixCode({ id, total }: ShopOrder): string {
  const built = buildBrCode({
    kind: 'static',
    key: 'loja@exemplo.com.br',
    name: 'Loja Aurora',
    city: 'Sao Paulo',
    txid: `PEDIDO${id}`,
    amount: Math.round(Number(total) * 100),
    once: false,
  });
  if (!built.ok) throw new Error(built.code);
  return built.text;
}
