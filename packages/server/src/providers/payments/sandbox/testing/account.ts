/** A complete account. */
export const account = { settings: {}, credentials: {} };
