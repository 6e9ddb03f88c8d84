/** The only account that the local server accepts. */
export const account = {
  settings: { publicKey: 'APP_USR-1234567890' },
  credentials: { accessToken: 'APP_USR-1234567890-test', webhookSecret: 'the secret signature of webhooks' },
};
