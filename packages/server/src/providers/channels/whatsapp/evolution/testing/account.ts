/** The only account that the local server accepts. */
export const account = {
  settings: { instance: 'loja aurora' },
  credentials: { apiKey: '429683C4C977', noticeSecret: 'segredo-do-endereco-3' },
} as const;
