/** Signatures that the official SDK accepts (../official.test.ts), under the secret of account.ts and with `x-request-id: r-1`. */
export const signedWebhooks = [
  {
    unit: 'seconds',
    id: 'ORDTST01M2V0ABCDEF',
    ts: '1773327600',
    v1: '173f49fd9686a866417f7a2c1f6df2f969bada27f0ff5487cb881e852debb86c',
  },
  {
    unit: 'milliseconds',
    id: 'ORDTST01M2V0ABCDEF',
    ts: '1773327600000',
    v1: '229a0f6242cab54a3fedc8a0532ceb68a4daa63ec8bfd1e5dd6cf5eab0604cc3',
  },
] as const;
