import { errorCodes, orderCodes, webhookCodes } from '@retoma/commerce';

const ofOrders = [
  'ORDER_PAID',
  'ORDER_CANCELLED',
  'NOT_PAID',
  'MANUAL_REFUND_REQUIRED',
  'REFUND_REFUSED',
  'REFUND_IN_PROGRESS',
  'REFUND_CHANGED',
  'REFUND_TOO_HIGH',
  'PROVIDER_UNAVAILABLE',
  'INVALID_TRACKING',
] as const;

/** Every error code of the public API, with its HTTP status and its texts. */
export const publicCodes = {
  ...errorCodes,
  ...(Object.fromEntries(ofOrders.map((code) => [code, orderCodes[code]])) as Pick<
    typeof orderCodes,
    (typeof ofOrders)[number]
  >),
  ...webhookCodes,
  EXAMPLE_STORE: {
    status: 409,
    en: 'This is an example store, which is not connected to anything. Do this in your own store.',
    'pt-BR': 'Esta loja tem só dados de exemplo, e nada dela sai para o mundo. Faça isso na sua loja.',
  },
  ORDER_NOT_FOUND: {
    status: 404,
    en: 'This store has no order with this ID.',
    'pt-BR': 'Esta loja não tem um pedido com esse código.',
  },
  PAYMENT_NOT_FOUND: {
    status: 404,
    en: 'The order has no payment with this ID.',
    'pt-BR': 'O pedido não tem um pagamento com esse código.',
  },
  CHECKOUT_NOT_OPEN: {
    status: 409,
    en: 'The checkout has an order, was paid, or expired.',
    'pt-BR': 'O checkout já tem um pedido, foi pago ou expirou.',
  },
  NOT_TEST_MODE: {
    status: 409,
    en: 'Time can be advanced in test mode only. Use a key of test mode (rtm_test_secret_…).',
    'pt-BR': 'O tempo só pode ser adiantado no modo de teste, com uma chave dele (rtm_test_secret_…).',
  },
  INVALID_TRIGGER: {
    status: 400,
    en: 'triggerType must be one of: {accepted}.',
    'pt-BR': 'triggerType deve ser um destes: {accepted}.',
  },
} as const;

/** An error code of the public API. */
export type PublicCode = keyof typeof publicCodes;
