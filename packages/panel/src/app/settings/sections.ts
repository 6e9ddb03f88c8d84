import type { IconName } from '../../ui/icons.tsx';
import type { texts } from '../../ui/settings-frame/texts.ts';

/** The pages of the settings in their order, with the permission that each needs. */
export const settingsSections = [
  { name: 'store', icon: 'store', needs: 'changeSettings' },
  { name: 'keys', icon: 'key', needs: 'changeSettings' },
  { name: 'webhooks', icon: 'send', needs: 'changeSettings' },
  { name: 'channels', icon: 'message', needs: 'changeSettings' },
  { name: 'domains', icon: 'globe', needs: 'changeSettings' },
  { name: 'appearance', icon: 'palette', needs: 'changeSettings' },
  { name: 'payments', icon: 'receipt', needs: 'changeSettings' },
  { name: 'prices', icon: 'percent', needs: 'changeSettings' },
  { name: 'shipping', icon: 'truck', needs: 'changeSettings' },
  { name: 'conversions', icon: 'chart', needs: 'changeSettings' },
  { name: 'sending', icon: 'clock', needs: 'changeSettings' },
  { name: 'team', icon: 'team', needs: 'changeTeam' },
  { name: 'activity', icon: 'history', needs: 'seeActivity' },
  { name: 'privacy', icon: 'lock', needs: 'changeSettings' },
] as const satisfies readonly { name: keyof (typeof texts)['pt-BR']; icon: IconName; needs: string }[];

/** The name of a page of the settings, as in its address. */
export type SettingsSection = (typeof settingsSections)[number]['name'];
