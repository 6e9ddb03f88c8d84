import { unseal } from './seal.ts';

/** The credentials that are kept under an id; none where they do not open, because the server's secret is another one. */
export const openCredentials = (key: Buffer, id: string, sealed: Buffer | null): Record<string, unknown> =>
  ((sealed && unseal(key, id, sealed)) ?? {}) as Record<string, unknown>;

/** What is kept with what was told since; a member of null is taken away. Undefined where nothing was told: all stays. */
export function mergeCredentials(
  kept: Readonly<Record<string, unknown>>,
  told: Readonly<Record<string, unknown>> | undefined,
): Record<string, unknown> | undefined {
  if (!told || Object.keys(told).length === 0) return undefined;
  return Object.fromEntries(Object.entries({ ...kept, ...told }).filter(([, value]) => value !== null));
}
