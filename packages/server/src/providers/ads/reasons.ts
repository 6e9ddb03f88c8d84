import type { Localized } from '@retoma/commerce';

/** Why a conversion was not sent: each code with its text for store owners. */
export const skipReasons = {
  NO_CONSENT: {
    'pt-BR': 'O comprador não autorizou o uso dos dados para anúncios.',
    en: 'The shopper did not consent to advertising.',
  },
  ERASED: { 'pt-BR': 'Os dados do comprador foram apagados.', en: 'The shopper’s data was erased.' },
  TOO_OLD: { 'pt-BR': 'O fato já era antigo demais para o destino.', en: 'The event was too old for the destination.' },
  NO_CLICK_ID: {
    'pt-BR': 'A compra não veio de um anúncio: o link não trazia o código do clique.',
    en: 'The purchase did not come from an advertisement: the link had no click ID.',
  },
  NO_CLIENT_ID: {
    'pt-BR': 'O navegador não trazia o cookie do Google Analytics.',
    en: 'The browser had no Google Analytics cookie.',
  },
  NO_BROWSER: {
    'pt-BR': 'Não se sabe em qual navegador a página foi aberta.',
    en: 'The browser that opened the page is unknown.',
  },
  SWITCHED_OFF: { 'pt-BR': 'O destino foi desligado.', en: 'The destination was disabled.' },
  TEST_STORE: {
    'pt-BR': 'A loja está em modo de teste: nada é enviado.',
    en: 'The store is in test mode: nothing is sent.',
  },
  NOT_PAID: { 'pt-BR': 'O pedido não está mais pago.', en: 'The order is no longer paid.' },
} as const satisfies Record<string, Localized>;

/** Why a conversion was not sent. */
export type SkipReason = keyof typeof skipReasons;

/** Why a destination does not work, or did not answer: each code of our own with its text. Codes of destinations have none. */
export const answerCodes = {
  CREDENTIALS: { 'pt-BR': 'Falta uma credencial da conta.', en: 'A credential of the account is missing.' },
  TOKEN: {
    'pt-BR': 'O destino não aceitou a chave de acesso: gere outra e salve de novo.',
    en: 'The destination rejected the access token: create a new one and save it.',
  },
  SCOPE: {
    'pt-BR': 'O refresh token não tem o escopo datamanager: gere outro com ele e salve de novo.',
    en: 'The refresh token lacks the scope datamanager: create a new one with it and save it.',
  },
  ACCOUNT: {
    'pt-BR': 'O destino não aceitou a conta: confira os dados e salve de novo.',
    en: 'The destination rejected the account: check the data and save it again.',
  },
  TIMEOUT: { 'pt-BR': 'O destino não respondeu a tempo.', en: 'The destination did not respond in time.' },
  UNREACHABLE: { 'pt-BR': 'Não foi possível falar com o destino.', en: 'The destination could not be reached.' },
  UNREADABLE: {
    'pt-BR': 'A resposta do destino não foi entendida.',
    en: 'The destination’s answer could not be understood.',
  },
  NOT_COUNTED: { 'pt-BR': 'O destino não contou o evento.', en: 'The destination did not count the event.' },
} as const satisfies Record<string, Localized>;

/** The text of a reason of `skipReasons`, or of a code of `answerCodes`; another one is returned unchanged. */
export function describeConversion(code: string, locale: keyof Localized): string {
  const texts: Readonly<Record<string, Localized>> = { ...skipReasons, ...answerCodes };
  return texts[code]?.[locale] ?? code;
}

/** What is noted at an account that its destination refused: a code of our own for owners; for one of the destination's, TOKEN. */
export const accountError = (code: string | null): string =>
  code !== null && Object.hasOwn(answerCodes, code) ? code : 'TOKEN';

/** What a destination answered, as text. */
export function describeAnswer(
  { status, code, message }: { status: number | null; code: string | null; message: string | null },
  locale: keyof Localized,
): string {
  const parts = [code === null ? null : describeConversion(code, locale), message].filter((one) => one !== null);
  return [...(status === null ? [] : [`HTTP ${status}`]), ...parts].join(' · ');
}
