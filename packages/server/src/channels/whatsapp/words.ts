/** What shoppers read where a message needs a word that its step does not have. */
export const words = {
  choose: 'Escolha uma opção:',
  options: 'Opções',
  seeOptions: 'Ver opções',
  copyThis: 'Copie o código:',
  copyCode: 'Copiar código',
  document: 'documento',
  call: 'ligue para',
} as const;
