/** The texts of a message for shoppers that its step does not contain. */
export const fallbackTexts = {
  options: 'Opções',
  seeOptions: 'Ver opções',
  copyCode: 'Copiar código',
} as const;
