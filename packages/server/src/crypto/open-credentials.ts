import { unseal } from './seal.ts';

/**
 * Opens the sealed credentials of an id; empty if they cannot be opened, because the server's secret has changed: the provider then
 * refuses them.
 */
export const openCredentials = (key: Buffer, id: string, sealed: Buffer | null): Record<string, unknown> =>
  ((sealed && unseal(key, id, sealed)) ?? {}) as Record<string, unknown>;

/**
 * Merges stored credentials with new ones; a member set to null is removed. Undefined: there are no new ones, so the stored ones are
 * kept.
 */
export function mergeCredentials(
  stored: Readonly<Record<string, unknown>>,
  provided: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> | undefined {
  if (!provided || Object.keys(provided).length === 0) return undefined;
  return Object.fromEntries(Object.entries({ ...stored, ...provided }).filter(([, value]) => value !== null));
}
