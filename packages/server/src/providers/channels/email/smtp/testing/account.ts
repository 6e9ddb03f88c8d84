/** An account in the provider's format. */
export const account = {
  settings: { host: 'mail.loja.example' },
  credentials: { user: 'ana', pass: 'senha' },
} as const;
