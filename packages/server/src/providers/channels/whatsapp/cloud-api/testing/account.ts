/** The only account that the local server accepts. */
export const account = {
  settings: { phoneNumberId: '106540352242922', wabaId: '102290129340398' },
  credentials: {
    accessToken: 'EAAJB-token',
    appSecret: '5f4dcc3b5aa765d61d83',
    noticeSecret: 'segredo-do-endereco-4',
  },
} as const;
