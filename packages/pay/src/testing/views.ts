import type { CheckoutView, ItemView } from '../view.ts';

/** A store of which everything is known. */
export const store = {
  name: 'Loja Aurora',
  legalName: 'Loja Aurora Comércio Ltda',
  document: '12345678000195',
  address: 'Rua das Flores, 100, São Paulo',
  email: 'oi@lojaaurora.example',
  phone: '(11) 98765-4321',
  url: 'https://lojaaurora.example/',
} as const;

/** A line of a cart. */
export const item = (more: Partial<ItemView> = {}): ItemView => {
  const { quantity = 1, unitPrice = 4990 } = more;
  return {
    title: 'Camiseta Aurora',
    quantity,
    unitPrice,
    lineTotal: unitPrice * quantity,
    image: 'https://lojaaurora.example/camiseta.png',
    options: [],
    ...more,
  };
};

/** A checkout whose totals agree with its lines. */
export const checkout = (items: readonly ItemView[] = [item()], more: Partial<CheckoutView> = {}): CheckoutView => {
  const subtotal = items.reduce((sum, { lineTotal }) => sum + lineTotal, 0);
  const discount = more.discount ?? 0;
  return {
    store,
    items,
    subtotal,
    discounts: [],
    discount,
    total: subtotal - discount,
    requiresShipping: true,
    ...more,
  };
};
