/** API1: what a secret key may be limited to. A key without scopes may do everything. */
export const apiScopes = [
  'checkouts:read',
  'checkouts:write',
  'orders:read',
  'orders:write',
  'events:write',
  'webhooks:read',
  'webhooks:write',
] as const;

/** One scope of a secret key. */
export type ApiScope = (typeof apiScopes)[number];

/** API1: whether a key with these scopes (null: no limit) has one of them. */
export const hasScope = (scopes: readonly ApiScope[] | null, scope: ApiScope): boolean =>
  scopes === null || scopes.includes(scope);
