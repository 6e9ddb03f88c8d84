import type { Localized } from '@retoma/commerce';
import { describeReason, type Locale } from '@retoma/flow';

/** Why a payment account does not work: each code with its text for store owners (docs/payments.md). */
export const accountReasons = {
  ACCESS_TOKEN: {
    'pt-BR': 'O token de acesso não vale: copie-o de novo no painel do provedor.',
    en: 'The access token is invalid: copy it again from the provider.',
  },
  NOT_PERMITTED: {
    'pt-BR': 'O provedor não permite isto a esta conta.',
    en: 'The provider does not permit this for the account.',
  },
  NO_PIX_KEY: {
    'pt-BR': 'A conta no provedor não tem uma chave PIX.',
    en: 'The account at the provider has no PIX key.',
  },
  TEST_AND_LIVE_MIXED: {
    'pt-BR': 'As chaves de teste e de produção estão misturadas.',
    en: 'Test and production keys are mixed.',
  },
  CREDENTIALS: { 'pt-BR': 'Falta uma credencial da conta.', en: 'A credential of the account is missing.' },
  SETTINGS: { 'pt-BR': 'Uma configuração da conta é inválida.', en: 'A setting of the account is invalid.' },
  TIMEOUT: { 'pt-BR': 'O provedor não respondeu a tempo.', en: 'The provider did not respond in time.' },
} as const satisfies Record<string, Localized>;

/** The text of a reason; a reason without a text is returned unchanged. */
export function describeAccountReason(reason: string, locale: Locale): string {
  if (Object.hasOwn(accountReasons, reason)) return accountReasons[reason as keyof typeof accountReasons][locale];
  const text = describeReason(/^HTTP_|^CONNECTION_LOST$/.test(reason) ? 'PROVIDER_UNAVAILABLE' : reason, locale);
  return text ?? reason;
}
