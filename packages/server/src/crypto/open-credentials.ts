import { unseal } from './seal.ts';

/** The credentials that are kept under an id; none where they do not open, because the server's secret is another one. */
export const openCredentials = (key: Buffer, id: string, sealed: Buffer | null): Record<string, unknown> =>
  ((sealed && unseal(key, id, sealed)) ?? {}) as Record<string, unknown>;

/** The stored credentials merged with new ones; a member of null is removed. Undefined where there are no new ones: all stay. */
export function mergeCredentials(
  stored: Readonly<Record<string, unknown>>,
  provided: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> | undefined {
  if (!provided || Object.keys(provided).length === 0) return undefined;
  return Object.fromEntries(Object.entries({ ...stored, ...provided }).filter(([, value]) => value !== null));
}
