import { localized, type Localized } from '@retoma/commerce';

/** Why a freight account of a store cannot be connected, with the texts. */
export const freightAccountRefusals = {
  STORE_NOT_FOUND: localized('A loja não existe.', 'The store does not exist.'),
  TEST_STORE: localized('O modo de teste não usa transportadoras de verdade.', 'Test mode uses no real carrier.'),
  EXAMPLE_STORE: localized(
    'Uma loja de exemplo não usa transportadoras de verdade.',
    'A store of example data uses no real carrier.',
  ),
  UNKNOWN_PROVIDER: localized('Esta transportadora não existe.', 'The freight provider does not exist.'),
  WRONG_SETTINGS: localized(
    'As configurações não são as que a transportadora pede.',
    'The settings are not what the provider asks for.',
  ),
  WRONG_CREDENTIALS: localized(
    'As credenciais não são as que a transportadora pede.',
    'The credentials are not what the provider asks for.',
  ),
  CREDENTIALS_REFUSED: localized(
    'A transportadora não aceitou estes dados.',
    'The provider did not accept these credentials.',
  ),
  PROVIDER_UNREACHABLE: localized('Não deu para confirmar com a transportadora.', 'The provider could not be asked.'),
} as const satisfies Record<string, Localized>;

/** The code of a refusal. */
export type FreightAccountRefusal = keyof typeof freightAccountRefusals;
