/** Why a payment account of a store cannot be connected, with the texts. */
export const paymentAccountRefusals = {
  STORE_NOT_FOUND: { 'pt-BR': 'A loja não existe.', en: 'There is no such store.' },
  EXAMPLE_STORE: {
    'pt-BR': 'Uma loja de exemplo não usa provedores de verdade.',
    en: 'A store of example data uses no real provider.',
  },
  UNKNOWN_PROVIDER: {
    'pt-BR': 'Este provedor de pagamentos não existe.',
    en: 'There is no such provider of payments.',
  },
  METHOD_NOT_SUPPORTED: {
    'pt-BR': 'O provedor não aceita esta forma de pagamento.',
    en: 'The provider does not take this way of paying.',
  },
  WRONG_SETTINGS: {
    'pt-BR': 'As configurações não são as que o provedor pede.',
    en: 'The settings are not what the provider asks for.',
  },
  WRONG_CREDENTIALS: {
    'pt-BR': 'As credenciais não são as que o provedor pede.',
    en: 'The credentials are not what the provider asks for.',
  },
  CREDENTIALS_REFUSED: {
    'pt-BR': 'O provedor não aceitou estes dados.',
    en: 'The provider did not accept these credentials.',
  },
  PROVIDER_UNREACHABLE: {
    'pt-BR': 'Não deu para confirmar com o provedor.',
    en: 'The provider could not be asked.',
  },
  METHOD_OF_OTHER_ACCOUNT: {
    'pt-BR': 'Outra conta já recebe esta forma de pagamento.',
    en: 'Another account takes this way of paying.',
  },
  SANDBOX_IN_LIVE_STORE: {
    'pt-BR': 'A loja vende de verdade: pagamentos de mentira não entram nela.',
    en: 'The store sells in earnest: it takes no pretended payments.',
  },
} as const satisfies Record<string, { 'pt-BR': string; en: string }>;

/** The code of a refusal. */
export type PaymentAccountRefusal = keyof typeof paymentAccountRefusals;
