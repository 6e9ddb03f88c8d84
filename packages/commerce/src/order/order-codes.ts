/** The refusals of operations on an order, with HTTP status and texts. */
export const orderCodes = {
  WRONG_CART: {
    status: 422,
    en: 'Check the items: each needs a name, a quantity from 1 to 999 and a price.',
    'pt-BR': 'Confira os itens: cada um precisa de nome, quantidade de 1 a 999 e preço.',
  },
  ORDER_PAID: { status: 409, en: 'The order is already paid.', 'pt-BR': 'O pedido já está pago.' },
  ORDER_CANCELLED: { status: 409, en: 'The order is already cancelled.', 'pt-BR': 'O pedido já está cancelado.' },
  NOT_PAID: { status: 409, en: 'There is nothing to refund.', 'pt-BR': 'Não há dinheiro a devolver.' },
  MANUAL_REFUND_REQUIRED: {
    status: 409,
    en: 'Refund the payment through your bank, then mark it here as refunded.',
    'pt-BR': 'Devolva o dinheiro pelo seu banco e depois marque aqui que já devolveu.',
  },
  REFUND_REFUSED: {
    status: 409,
    en: 'The payment provider refused the refund.',
    'pt-BR': 'O provedor de pagamentos recusou a devolução.',
  },
  REFUND_IN_PROGRESS: {
    status: 409,
    en: 'A refund is already in progress. Check the order in a moment.',
    'pt-BR': 'O dinheiro já está sendo devolvido. Veja o pedido daqui a pouco.',
  },
  REFUND_CHANGED: {
    status: 409,
    en: 'The order changed meanwhile. Check the amount and try again.',
    'pt-BR': 'O pedido mudou enquanto isso. Confira o valor e tente de novo.',
  },
  REFUND_TOO_HIGH: {
    status: 409,
    en: 'This is more than what is left of the payment.',
    'pt-BR': 'É mais do que resta do pagamento.',
  },
  NOTHING_TO_ACCEPT: {
    status: 409,
    en: 'No payment has been received for this order.',
    'pt-BR': 'Ainda não entrou dinheiro para este pedido.',
  },
  NOT_UNDERPAID: {
    status: 409,
    en: 'The order is fully paid, or has received no payment yet.',
    'pt-BR': 'Não falta nada neste pedido, ou ainda não entrou nada.',
  },
  PAYMENT_CODE_UNAVAILABLE: {
    status: 409,
    en: 'No payment code can be created for the remaining amount. Offer PIX, or contact the shopper.',
    'pt-BR': 'Não dá para gerar um código do que falta. Ofereça PIX, ou combine com quem comprou.',
  },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    en: 'Another payment of this order is in progress. Try again in a moment.',
    'pt-BR': 'Outro pagamento deste pedido está em andamento. Tente de novo daqui a pouco.',
  },
  PROVIDER_UNAVAILABLE: {
    status: 504,
    en: 'The payment provider did not respond. Check the order before you try again.',
    'pt-BR': 'O provedor de pagamentos não respondeu. Veja o pedido antes de tentar de novo.',
  },
  TEST_PURCHASE_UNSAFE: {
    status: 409,
    en: 'A test purchase requires sandbox payments and sandbox connections for all channels, so that no one receives a message.',
    'pt-BR':
      'A compra de teste só é feita com pagamento simulado e com todos os canais em teste: ninguém pode receber mensagem por causa dela.',
  },
  STORE_INACTIVE: {
    status: 409,
    en: 'The store is inactive. Activate it first.',
    'pt-BR': 'A loja está pausada. Ative a loja primeiro.',
  },
  INVALID_TRACKING: {
    status: 400,
    en: 'The tracking code must have 1 to 200 characters, and the URL must start with http or https.',
    'pt-BR': 'O código de rastreio tem de 1 a 200 caracteres, e o endereço começa com http ou https.',
  },
} as const satisfies Record<string, { status: number; en: string; 'pt-BR': string }>;
