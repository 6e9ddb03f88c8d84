import type { Capabilities } from './provider.ts';

/** A message on its way when the window closes would be refused: it closes this much earlier for us, in milliseconds. */
const margin = 5 * 60_000;

/**
 * Whether free-form messages to a contact are allowed at `now`. `lastInboundAt`: when they last wrote to the connection; null:
 * unknown. Milliseconds since 1970.
 */
export function isWindowOpen(
  { windowHours }: Pick<Capabilities, 'windowHours'>,
  lastInboundAt: number | null,
  now: number,
): boolean {
  if (windowHours === null) return true;
  return lastInboundAt !== null && now < lastInboundAt + windowHours * 60 * 60_000 - margin;
}
