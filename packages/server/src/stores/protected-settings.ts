import type { StoreChange } from './queries/stores.ts';

/**
 * AUT9: whether a change of a setting needs a recent authentication. Protected are the settings that decide whose prices hold, where shoppers
 * are led, who speaks to them, and whether the store sells.
 */
const settings = {
  name: 'plain',
  active: 'protected',
  signedCartsOnly: 'protected',
  countMachines: 'plain',
  live: 'protected',
  timeZone: 'plain',
  legalName: 'protected',
  document: 'protected',
  address: 'plain',
  email: 'protected',
  phone: 'protected',
  url: 'protected',
  siteHosts: 'protected',
  returnsUrl: 'protected',
  privacyUrl: 'protected',
  logoUrl: 'plain',
  accent: 'plain',
  corners: 'plain',
  returnsText: 'plain',
  privacyText: 'plain',
  senderName: 'protected',
  senderEmail: 'protected',
  pixMinutes: 'plain',
  boletoDays: 'plain',
  abandonMinutes: 'plain',
  noReplyMinutes: 'plain',
  lateMinutes: 'plain',
  businessHours: 'plain',
} as const satisfies Record<keyof StoreChange, 'protected' | 'plain'>;

/** AUT9: whether a change has a protected setting. */
export const changesProtectedSetting = (change: { readonly [Member in keyof StoreChange]?: unknown }): boolean =>
  (Object.keys(settings) as (keyof StoreChange)[]).some(
    (member) => settings[member] === 'protected' && change[member] !== undefined,
  );
