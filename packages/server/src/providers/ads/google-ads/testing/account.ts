/** The only account that the local server accepts. */
export const account = {
  settings: { customerId: '1234567890', conversionActionId: '5556667778', loginCustomerId: '1112223333' },
  credentials: {
    clientId: '1234567890-aurora.apps.googleusercontent.com',
    clientSecret: 'GOCSPX-aurora-oauth-client',
    refreshToken: '1//0aurora-refresh-token-of-tests',
  },
};

/** An account as an earlier release stored it: its refresh token has the scope of the Google Ads API. */
export const earlierAccount = {
  settings: account.settings,
  credentials: {
    ...account.credentials,
    developerToken: 'aurora-developer-token',
    refreshToken: '1//0aurora-refresh-token-adwords',
  },
};
