/** The only account that the local server accepts. */
export const account = {
  settings: { pixelId: '1234567890123456', testEventCode: 'TEST12345' },
  credentials: { accessToken: 'EAAJZCZBaurora1234567890abcdefghij' },
};
