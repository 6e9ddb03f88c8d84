/** The only account that the local server accepts. */
export const account = {
  settings: { instanceId: '3B0C11' },
  credentials: { token: 'A1B2C3', clientToken: 'F0E1D2', noticeSecret: 'segredo-do-endereco-1' },
} as const;
