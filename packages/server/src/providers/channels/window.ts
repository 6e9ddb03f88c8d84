import type { ProviderDeclaration } from './provider.ts';

/** The window closes this much earlier here, in milliseconds: a message sent shortly before its end could arrive too late. */
const marginMs = 5 * 60_000;

/**
 * Whether free-form messages to a contact are allowed at `now`. `lastInboundAt`: the contact's last message to the connection; null:
 * unknown. Milliseconds since 1970.
 */
export function isWindowOpen(
  { windowHours }: Pick<ProviderDeclaration, 'windowHours'>,
  lastInboundAt: number | null,
  now: number,
): boolean {
  if (windowHours === null) return true;
  return lastInboundAt !== null && now < lastInboundAt + windowHours * 60 * 60_000 - marginMs;
}
