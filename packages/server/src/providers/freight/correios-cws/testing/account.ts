/** The only account that the local server accepts. */
export const account = {
  settings: { user: 'aurora', card: '0067599079', services: '03298,03220,03158' },
  credentials: { accessCode: 'QwErTyUiOpAsDfGhJkLz' },
};
