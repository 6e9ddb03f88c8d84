/** The only account that the local server accepts. */
export const account = {
  settings: { environment: 'production' as const, contact: 'loja@exemplo.com.br' },
  credentials: {
    accessToken: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.first',
    refreshToken: 'def50200-the-first-refresh-token',
    clientId: '4217',
    clientSecret: 'ZAwUEG0dTxAjT2UzAjIzAurora',
  },
};
