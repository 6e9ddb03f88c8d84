/** The cart of the examples. */
export const cartExample = { token: 'cart_1042', subtotal: 18000, discount: 1000, total: 17000 } as const;

/** The data of an event about the order of the examples. `more`: the members of its own. */
export const orderExample = (
  status: 'pending' | 'paid' | 'failed' | 'cancelled',
  more: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({
  checkout_id: '01a1fe5c-f845-7707-aa7c-8133869df714',
  order: {
    id: '01a1fe60-1b2c-7d3e-8f40-5a6b7c8d9e0f',
    number: '1042',
    status,
    payment_method: 'pix',
    currency: 'BRL',
    subtotal: 18000,
    discount: 1000,
    total: 18990,
    created_at: '2026-03-12T17:04:00.000Z',
    items: [
      { title: 'Camiseta Azul', quantity: 1, unit_price: 10000 },
      { title: 'Boné', quantity: 2, unit_price: 4000 },
    ],
  },
  customer: { name: 'Maria Souza Lima', email: 'maria@cliente.example', phone: '+5511900000000' },
  shipping: { name: 'PAC', carrier: 'Correios', price: 1990 },
  ...more,
});
