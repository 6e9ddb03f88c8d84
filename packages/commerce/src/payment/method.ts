/** COM2: the ways of paying. */
export const paymentMethods = ['pix', 'boleto', 'card'] as const;

/** A way of paying. */
export type PaymentMethod = (typeof paymentMethods)[number];
