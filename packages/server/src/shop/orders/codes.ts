/** The refusals of operations on an order, with HTTP status and texts. */
export const orderCodes = {
  WRONG_CART: {
    status: 422,
    en: 'Look at the items: each needs a name, a quantity from 1 to 999 and a price.',
    'pt-BR': 'Confira os itens: cada um precisa de nome, quantidade de 1 a 999 e preço.',
  },
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
  REFUND_UNDER_WAY: {
    status: 409,
    en: 'The money is being given back. Look at the order in a moment.',
    'pt-BR': 'O dinheiro já está sendo devolvido. Veja o pedido daqui a pouco.',
  },
  NOTHING_TO_ACCEPT: {
    status: 409,
    en: 'No money has come for this order.',
    'pt-BR': 'Ainda não entrou dinheiro para este pedido.',
  },
  NOT_UNDERPAID: {
    status: 409,
    en: 'Nothing is missing of this order, or nothing has come for it yet.',
    'pt-BR': 'Não falta nada neste pedido, ou ainda não entrou nada.',
  },
  NO_CODE: {
    status: 409,
    en: 'No code can be made for the rest. Offer PIX, or ask the shopper in another way.',
    'pt-BR': 'Não dá para gerar um código do que falta. Ofereça PIX, ou combine com quem comprou.',
  },
  PAYMENT_IN_PROGRESS: {
    status: 409,
    en: 'Another payment of this order is under way. Try again in a moment.',
    'pt-BR': 'Outro pagamento deste pedido está em andamento. Tente de novo daqui a pouco.',
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
