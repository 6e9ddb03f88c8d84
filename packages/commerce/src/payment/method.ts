/** COM2: the payment methods. */
export const paymentMethods = ['pix', 'boleto', 'card'] as const;

/** A payment method. */
export type PaymentMethod = (typeof paymentMethods)[number];
