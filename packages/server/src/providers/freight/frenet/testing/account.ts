/** The only account that the local server accepts. */
export const account = { settings: {}, credentials: { token: 'A1B2C3D4RA1B2R4C3DR' } };
