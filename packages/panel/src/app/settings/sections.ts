import type { IconName } from '../../ui/icons.tsx';
import type { texts } from '../../ui/settings-frame/texts.ts';

/** The pages of the settings in their order, with the permission that each needs. `live`: test mode has those of its store (TST2, TST3). */
export const settingsSections = [
  { name: 'store', icon: 'store', needs: 'changeSettings', live: true },
  { name: 'platforms', icon: 'cart', needs: 'changeSettings', live: true },
  { name: 'keys', icon: 'key', needs: 'changeSettings' },
  { name: 'webhooks', icon: 'send', needs: 'changeSettings' },
  { name: 'channels', icon: 'message', needs: 'changeSettings', live: true },
  { name: 'domains', icon: 'globe', needs: 'changeSettings', live: true },
  { name: 'appearance', icon: 'palette', needs: 'changeSettings', live: true },
  { name: 'payments', icon: 'receipt', needs: 'changeSettings', live: true },
  { name: 'prices', icon: 'percent', needs: 'changeSettings' },
  { name: 'shipping', icon: 'truck', needs: 'changeSettings' },
  { name: 'conversions', icon: 'chart', needs: 'changeSettings', live: true },
  { name: 'sending', icon: 'clock', needs: 'changeSettings' },
  { name: 'team', icon: 'team', needs: 'changeTeam' },
  { name: 'activity', icon: 'history', needs: 'seeActivity' },
  { name: 'privacy', icon: 'lock', needs: 'changeSettings' },
] as const satisfies readonly { name: keyof (typeof texts)['pt-BR']; icon: IconName; needs: string; live?: true }[];

type Viewer = {
  readonly can: (permission: (typeof settingsSections)[number]['needs']) => boolean;
  readonly testOf: string | null;
};

/** The pages of the settings that a member may open in a store. */
export const sectionsFor = ({ can, testOf }: Viewer) =>
  settingsSections.filter((section) => can(section.needs) && (testOf === null || !('live' in section)));

/** The name of a page of the settings, as in its address. */
export type SettingsSection = (typeof settingsSections)[number]['name'];
