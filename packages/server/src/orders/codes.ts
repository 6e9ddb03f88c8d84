/** Why something is not done to an order, with the HTTP status and the texts. */
export const orderCodes = {
  ORDER_PAID: { status: 409, en: 'The order is paid already.', 'pt-BR': 'O pedido já está pago.' },
  ORDER_CANCELLED: { status: 409, en: 'The order is cancelled already.', 'pt-BR': 'O pedido já está cancelado.' },
  NOT_PAID: { status: 409, en: 'There is no money to give back.', 'pt-BR': 'Não há dinheiro a devolver.' },
  REFUND_ELSEWHERE: {
    status: 409,
    en: 'Give the money back through your bank first, then say here that you did.',
    'pt-BR': 'Devolva o dinheiro pelo seu banco e depois marque aqui que já devolveu.',
  },
  REFUND_REFUSED: {
    status: 409,
    en: 'The provider of payments refused to give the money back.',
    'pt-BR': 'O provedor de pagamentos recusou a devolução.',
  },
  PROVIDER_UNAVAILABLE: {
    status: 504,
    en: 'The provider of payments did not answer. Look at the order before you try again.',
    'pt-BR': 'O provedor de pagamentos não respondeu. Veja o pedido antes de tentar de novo.',
  },
  TEST_PURCHASE_UNSAFE: {
    status: 409,
    en: 'A test purchase is made only while payments are simulated and every channel is the test one: nobody may be written to for it.',
    'pt-BR':
      'A compra de teste só é feita com pagamento simulado e com todos os canais em teste: ninguém pode receber mensagem por causa dela.',
  },
  STORE_INACTIVE: {
    status: 409,
    en: 'The store is paused. Switch it on first.',
    'pt-BR': 'A loja está pausada. Ative a loja primeiro.',
  },
  INVALID_TRACKING: {
    status: 400,
    en: 'A tracking code has 1 to 200 characters; its address begins with http or https.',
    'pt-BR': 'O código de rastreio tem de 1 a 200 caracteres, e o endereço começa com http ou https.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
