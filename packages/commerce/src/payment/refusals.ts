/** The texts for refused payments by reason: what the shopper can do next, without blame. */
export const paymentRefusals = {
  check_card_number: {
    'pt-BR': 'Confira o número do cartão.',
    en: 'Check the card number.',
  },
  check_security_code: {
    'pt-BR': 'Confira o código de segurança do cartão.',
    en: 'Check the security code of the card.',
  },
  check_expiry: {
    'pt-BR': 'Confira a validade do cartão.',
    en: 'Check the expiry date of the card.',
  },
  check_data: {
    'pt-BR': 'O banco recusou. Confira os dados ou pague com PIX.',
    en: 'The bank declined. Check the details, or pay with PIX.',
  },
  insufficient_funds: {
    'pt-BR': 'O cartão não tem limite para esta compra. Use outro cartão ou pague com PIX.',
    en: 'The card has no limit left for this purchase. Use another card, or pay with PIX.',
  },
  call_bank: {
    'pt-BR': 'O banco pede que você autorize esta compra. Autorize no app do banco e tente de novo, ou pague com PIX.',
    en: 'The bank asks you to authorise this purchase. Authorise it in the bank’s app and try again, or pay with PIX.',
  },
  not_confirmed: {
    'pt-BR': 'O banco não confirmou esta compra a tempo. Tente de novo com o app do banco à mão, ou pague com PIX.',
    en: 'The bank did not confirm this purchase in time. Try again with the bank’s app at hand, or pay with PIX.',
  },
  card_disabled: {
    'pt-BR': 'Este cartão está bloqueado ou desativado. Fale com o banco, use outro cartão ou pague com PIX.',
    en: 'This card is blocked or disabled. Talk to the bank, use another card, or pay with PIX.',
  },
  already_paid: {
    'pt-BR': 'Já recebemos um pagamento igual a este. Espere a confirmação antes de tentar de novo.',
    en: 'We have already received a payment like this one. Wait for its confirmation before trying again.',
  },
  installments_not_accepted: {
    'pt-BR': 'O cartão não aceita este número de parcelas. Escolha outro.',
    en: 'The card does not take this number of instalments. Choose another.',
  },
  too_many_attempts: {
    'pt-BR': 'Foram muitas tentativas com este cartão. Use outro cartão ou pague com PIX.',
    en: 'Too many attempts with this card. Use another card, or pay with PIX.',
  },
  risk: {
    'pt-BR': 'O pagamento não foi aprovado por segurança. Pague com PIX ou use outro cartão.',
    en: 'The payment was not approved for safety. Pay with PIX, or use another card.',
  },
  declined: {
    'pt-BR': 'O banco recusou. Confira os dados ou pague com PIX.',
    en: 'The bank declined. Check the details, or pay with PIX.',
  },
  unavailable: {
    'pt-BR': 'Esta forma de pagamento falhou agora. Tente de novo ou escolha outra.',
    en: 'This payment method failed just now. Try again, or choose another.',
  },
} as const satisfies Record<string, { 'pt-BR': string; en: string }>;

/** The reason of a refused payment. */
export type PaymentRefusal = keyof typeof paymentRefusals;
