/** Why a change of a store's prices is refused, with the HTTP status and the texts. */
export const pricingCodes = {
  COUPON_CODE_TAKEN: {
    status: 409,
    en: 'The store has a coupon with this code. End it first, or choose another code.',
    'pt-BR': 'A loja já tem um cupom com este código. Encerre o outro antes ou escolha outro código.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
