/** The only account that the local server accepts. */
export const account = {
  settings: { accountSid: 'AC0123456789abcdef0123456789abcdef', from: '+14155552671' },
  credentials: { authToken: '12345' },
} as const;
