/** Why a channel of a store cannot be connected, with the texts. */
export const connectionRefusals = {
  STORE_NOT_FOUND: { 'pt-BR': 'A loja não existe.', en: 'There is no such store.' },
  EXAMPLE_STORE: {
    'pt-BR': 'Uma loja de exemplo não usa provedores de verdade.',
    en: 'A store of example data uses no real provider.',
  },
  UNKNOWN_PROVIDER: {
    'pt-BR': 'Este canal não tem este provedor.',
    en: 'This channel has no such provider.',
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
  TEST_PHONE_REQUIRED: {
    'pt-BR': 'Este provedor é testado com um SMS: informe o seu número, com DDD.',
    en: 'This provider is tested with an SMS: give your own number, with its area code.',
  },
  NO_CONNECTION: {
    'pt-BR': 'A loja não tem conexão para este canal.',
    en: 'The store has no connection for this channel.',
  },
} as const satisfies Record<string, { 'pt-BR': string; en: string }>;

/** The code of a refusal. */
export type ConnectionRefusal = keyof typeof connectionRefusals;
