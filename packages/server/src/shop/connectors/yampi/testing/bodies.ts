// Orders and carts of the local shop, as the platform writes them (../README.md).
import { buildBrCode } from '@retoma/commerce';
import type { PlacedOrder } from '../../testing/platform-server.ts';

/** An order of the shop. Instants: milliseconds since 1970. */
export type ShopOrder = Omit<PlacedOrder, 'cartToken'> & {
  readonly id: number;
  readonly createdAt: number;
  readonly cartToken: string;
  updatedAt: number;
  status: 'waiting_payment' | 'paid' | 'on_carriage' | 'refused' | 'cancelled';
  paidAt: number | null;
  trackingCode: string | null;
};

/** A cart of the shop. */
export type ShopCart = Omit<PlacedOrder, 'cartToken' | 'method'> & {
  readonly id: number;
  readonly token: string;
  readonly at: number;
};

/** An instant in the platform's form, in the time of São Paulo. */
export const instantJson = (at: number) => ({
  date: `${new Date(at - 3 * 3_600_000).toISOString().slice(0, 23).replace('T', ' ')}000`,
  timezone_type: 3,
  timezone: 'America/Sao_Paulo',
});

const methods = {
  pix: { is_pix: true, is_billet: false, is_credit_card: false, alias: 'pix', name: 'Pix' },
  boleto: { is_pix: false, is_billet: true, is_credit_card: false, alias: 'billet', name: 'Boleto Bancário' },
  credit_card: { is_pix: false, is_billet: false, is_credit_card: true, alias: 'mastercard', name: 'Mastercard' },
};

const itemsJson = (id: number, total: string) => ({
  data: [
    {
      id: id + 1,
      product_id: 22_194_035,
      item_sku: 'CAM-AZ-M',
      quantity: 1,
      price: Number(total),
      sku: { data: { title: 'Camiseta azul M' } },
    },
  ],
});

const customerJson = (id: number, { name, email, phone }: Pick<PlacedOrder, 'name' | 'email' | 'phone'>) => {
  const [first_name = '', ...rest] = name.split(' ');
  const digits = phone.replace(/\D/g, '').replace(/^55/, '');
  return {
    data: {
      id: id + 2,
      first_name,
      last_name: rest.join(' '),
      generic_name: name,
      email,
      cpf: '52998224725',
      cnpj: null,
      phone: { full_number: digits, area_code: digits.slice(0, 2), number: digits.slice(2) },
    },
  };
};

/** An order with all that may be included. */
export function orderJson(order: ShopOrder) {
  const { id, method, total, status, createdAt, updatedAt, paidAt, trackingCode } = order;
  const amount = Number(total);
  const transaction = {
    id: id + 3,
    status: paidAt === null ? status : 'paid',
    amount,
    billet_barcode: method === 'boleto' ? '23791.22928 60013.377209 91000.046903 2 95700000013629' : null,
    billet_url: method === 'boleto' ? `https://boletos.example/${id}.pdf` : null,
    payment: { data: methods[method] },
    metadata: { data: method === 'pix' ? [{ key: 'pix_qr_code', value: pixCode(id, amount) }] : [] },
  };
  const statuses = [
    { alias: 'waiting_payment', created_at: instantJson(createdAt) },
    ...(paidAt === null ? [] : [{ alias: 'paid', created_at: instantJson(paidAt) }]),
  ];
  return {
    id,
    number: 739_383_000_000 + id,
    status: { data: { alias: status } },
    statuses: { data: statuses },
    value_total: amount,
    value_products: amount,
    value_discount: 0,
    value_shipment: 0,
    shipment_service: 'PAC',
    track_code: trackingCode,
    track_url: trackingCode && `https://rastreio.example/${trackingCode}`,
    cart_token: order.cartToken,
    created_at: instantJson(createdAt),
    updated_at: instantJson(updatedAt),
    transactions: { data: [transaction] },
    items: itemsJson(id, total),
    customer: customerJson(id, order),
    shipping_address: {
      data: { zipcode: '01310100', street: 'Rua das Laranjeiras', number: '120', city: 'São Paulo', uf: 'SP' },
    },
  };
}

/** A cart with its items and its customer. */
export const cartJson = ({ id, token, total, name, email, phone, at }: ShopCart) => ({
  id,
  token,
  totalizers: { subtotal: Number(total), discount: 0, shipment: 0, total: Number(total) },
  tracking_data: { name, email },
  unauth_simulate_url: `https://seguro.loja.example/cart?token=${token}`,
  last_transaction_status: null,
  created_at: instantJson(at),
  updated_at: instantJson(at),
  items: itemsJson(id, total),
  customer: customerJson(id, { name, email, phone }),
});

function pixCode(id: number, amount: number): string {
  const built = buildBrCode({
    kind: 'static',
    key: 'loja@exemplo.com.br',
    name: 'Loja Aurora',
    city: 'Sao Paulo',
    txid: `PEDIDO${id}`,
    amount: Math.round(amount * 100),
    once: false,
  });
  if (!built.ok) throw new Error(built.code);
  return built.text;
}
