import { unseal } from './seal.ts';

/**
 * Opens the sealed credentials of an id; empty if they cannot be opened, because the server's secret has changed: the provider then
 * refuses them.
 */
export const openCredentials = (key: Buffer, id: string, sealed: Buffer | null): Record<string, unknown> =>
  ((sealed && unseal(key, id, sealed)) ?? {}) as Record<string, unknown>;
