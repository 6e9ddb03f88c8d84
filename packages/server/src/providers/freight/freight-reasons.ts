import { localized, type Localized, type Locale } from '@retoma/commerce';

/** Why a freight account does not work: each code with its text for store owners (docs/freight.md). */
export const freightReasons = {
  ACCESS_TOKEN: localized(
    'O acesso não vale: confira os dados, ou autorize de novo na transportadora.',
    'The access is not valid: check the data, or authorize again at the provider.',
  ),
  NOT_PERMITTED: localized(
    'A conta não tem permissão para calcular fretes.',
    'The account has no permission to quote freight.',
  ),
  CREDENTIALS: localized('Falta um dado secreto da conta.', 'A secret of the account is missing.'),
  SETTINGS: localized('Um dado da conta não está certo.', 'A setting of the account is not right.'),
  NO_SERVICE: localized(
    'Nenhum serviço foi oferecido para um CEP de teste: confira os serviços e o CEP de onde a loja envia.',
    'No service was offered for a test CEP: check the services and the CEP from which the store ships.',
  ),
  ORIGIN_MISSING: localized(
    'Diga antes o CEP de onde a loja envia.',
    'First enter the CEP from which the store ships.',
  ),
  UNREACHABLE: localized('A transportadora não respondeu a tempo.', 'The provider did not answer in time.'),
  MALFORMED: localized('A resposta não pôde ser lida.', 'The answer could not be read.'),
} as const satisfies Record<string, Localized>;

/** The text of a reason; another code of a status or of the network is shown as it is. */
export function describeFreightReason(reason: string, locale: Locale): string {
  if (Object.hasOwn(freightReasons, reason)) return freightReasons[reason as keyof typeof freightReasons][locale];
  const status = /^HTTP_(\d+)$/.exec(reason)?.[1];
  if (status)
    return localized(
      `A transportadora recusou o pedido (código ${status}).`,
      `The provider refused the request (status ${status}).`,
    )[locale];
  return freightReasons.UNREACHABLE[locale];
}
