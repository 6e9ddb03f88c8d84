/** The tables of users, which are in one database, that of shard 0. */
export const userTables: readonly string[] = [
  'account_activities',
  'domain_claims',
  'email_changes',
  'known_browsers',
  'passkey_challenges',
  'passkeys',
  'password_resets',
  'recovery_codes',
  'second_factors',
  'sessions',
  'shards',
  'sign_in_attempts',
  'user_stores',
  'users',
];

/**
 * The tables that each database needs: an e-mail waits in the database of the change that it reports, and each database says which shard it
 * is. All others are of stores.
 */
export const tablesOfBoth: readonly string[] = ['account_mails', 'schema_migrations', 'shard_place'];
