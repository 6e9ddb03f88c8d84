/** The texts for numbers that are not a boleto (COM10). */
export const boletoRefusals = {
  MALFORMED: {
    en: 'is neither a digitable line of 47 digits nor a barcode of 44',
    'pt-BR': 'não é uma linha digitável de 47 dígitos nem um código de barras de 44',
  },
  UTILITY_BILL: {
    en: 'is the number of a utility bill or tax slip, not of a boleto',
    'pt-BR': 'é o número de uma conta de consumo ou tributo, não de um boleto',
  },
  WRONG_CURRENCY: { en: 'is not in reais', 'pt-BR': 'não é em reais' },
  WRONG_CHECK_DIGIT: { en: 'has a wrong check digit', 'pt-BR': 'tem um dígito verificador errado' },
} as const satisfies Record<string, { en: string; 'pt-BR': string }>;

/** The code of a boleto refusal. */
export type BoletoRefusal = keyof typeof boletoRefusals;
