/** An account in the provider's format. */
export const account = {
  settings: {
    verificationKey:
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE83T4O/n84iotIvIW4mdBgQ/7dAfSmpqIM8kF9mN1flpVKS3GRqe62gw+2fNNRaINXvVpiglSI8eNEc6wEA3F+g==',
  },
  credentials: { apiKey: 'SG.chave-de-teste' },
} as const;
