/** The only account that the local server accepts. */
export const account = {
  settings: {},
  credentials: { token: 'b2e97825-2d28', noticeSecret: 'segredo-do-endereco-2' },
} as const;
