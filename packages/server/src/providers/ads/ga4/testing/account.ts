/** The only account that the local server counts. */
export const account = {
  settings: { measurementId: 'G-AURORA1234' },
  credentials: { apiSecret: 'aurora-Secret_12345' },
};
