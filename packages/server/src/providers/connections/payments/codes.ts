/** Why a payment account of a store cannot be connected, with the texts. */
export const paymentAccountRefusals = {
  STORE_NOT_FOUND: { 'pt-BR': 'A loja não existe.', en: 'The store does not exist.' },
  TEST_STORE: {
    'pt-BR': 'O modo de teste não usa provedores reais.',
    en: 'Test mode cannot use real providers.',
  },
  EXAMPLE_STORE: {
    'pt-BR': 'Uma loja de exemplo não pode usar provedores reais.',
    en: 'An example store cannot use real providers.',
  },
  UNKNOWN_PROVIDER: {
    'pt-BR': 'Este provedor de pagamentos não existe.',
    en: 'The payment provider does not exist.',
  },
  METHOD_NOT_SUPPORTED: {
    'pt-BR': 'O provedor não aceita esta forma de pagamento.',
    en: 'The provider does not support this payment method.',
  },
  WRONG_SETTINGS: {
    'pt-BR': 'As configurações são inválidas para este provedor.',
    en: 'The settings are invalid for this provider.',
  },
  WRONG_CREDENTIALS: {
    'pt-BR': 'As credenciais são inválidas para este provedor.',
    en: 'The credentials are invalid for this provider.',
  },
  CREDENTIALS_REFUSED: {
    'pt-BR': 'O provedor recusou as credenciais.',
    en: 'The provider rejected the credentials.',
  },
  PROVIDER_UNREACHABLE: {
    'pt-BR': 'Não foi possível falar com o provedor.',
    en: 'The provider could not be reached.',
  },
  METHOD_OF_OTHER_ACCOUNT: {
    'pt-BR': 'Outra conta já recebe esta forma de pagamento.',
    en: 'Another account already has this payment method.',
  },
  SANDBOX_IN_LIVE_STORE: {
    'pt-BR': 'Uma loja em produção não pode usar pagamentos de teste.',
    en: 'A live store cannot use sandbox payments.',
  },
} as const satisfies Record<string, { 'pt-BR': string; en: string }>;

/** The code of a refusal. */
export type PaymentAccountRefusal = keyof typeof paymentAccountRefusals;
