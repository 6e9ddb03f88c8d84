/** The only account that the local server accepts. */
export const account = {
  settings: { from: 'loja-aurora' },
  credentials: { token: 'T0kEn-9', noticeSecret: 'segredo-do-endereco-1' },
} as const;
