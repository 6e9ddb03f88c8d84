import { deleteOldest, type DeleteBatch } from '../../base/retention/retention.ts';

/** Deletes the rows of each table that have expired. */
export const signInPurges: readonly DeleteBatch[] = [
  deleteOldest('sessions', 'expires_at'),
  deleteOldest('password_resets', 'expires_at'),
  deleteOldest('sign_in_attempts', 'window_ends'),
  deleteOldest('known_browsers', 'expires_at'),
  deleteOldest('passkey_challenges', 'expires_at'),
  deleteOldest('email_changes', 'expires_at'),
];
