/** Why a channel of a store cannot be connected, with the texts. */
export const connectionRefusals = {
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
    'pt-BR': 'Este provedor não existe para este canal.',
    en: 'This provider is not available for this channel.',
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
  TEST_PHONE_REQUIRED: {
    'pt-BR': 'Este provedor é verificado com uma mensagem de teste: informe o seu número com DDD.',
    en: 'This provider is verified with a test message: enter your phone number with area code.',
  },
  NO_CONNECTION: {
    'pt-BR': 'A loja não tem conexão para este canal.',
    en: 'The store has no connection for this channel.',
  },
} as const satisfies Record<string, { 'pt-BR': string; en: string }>;

/** The code of a refusal. */
export type ConnectionRefusal = keyof typeof connectionRefusals;
