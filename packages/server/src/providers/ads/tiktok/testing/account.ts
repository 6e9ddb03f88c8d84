/** The only account that the local server accepts. */
export const account = {
  settings: { pixelId: 'CAURORA1234567890', testEventCode: 'TEST54321' },
  credentials: { accessToken: 'aurora0123456789abcdef0123456789abcdef01' },
};
