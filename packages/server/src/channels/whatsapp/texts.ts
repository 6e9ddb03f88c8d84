/** What shoppers read where a message needs a word that its step does not have. */
export const fallbackTexts = {
  options: 'Opções',
  seeOptions: 'Ver opções',
  copyCode: 'Copiar código',
  document: 'documento',
} as const;
