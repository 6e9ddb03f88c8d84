/** The only account that the local server accepts. */
export const account = {
  settings: { publishableKey: 'pk_test_51AuroraAuroraAurora' },
  credentials: { secretKey: 'sk_test_51AuroraAuroraAurora', webhookSecret: 'whsec_5d2c6f0b0c2f4d1a8e' },
};
