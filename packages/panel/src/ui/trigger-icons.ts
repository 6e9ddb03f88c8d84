import type { Trigger } from '@retoma/flow';
import type { IconName } from './icons.tsx';

/** The icon of each trigger. */
export const triggerIcons: Readonly<Record<Trigger, IconName>> = {
  'pix.generated': 'bolt',
  'boleto.generated': 'receipt',
  'cart.abandoned': 'cart',
  'payment.failed': 'warning',
  'payment.confirmed': 'check',
  tracking_code_updated: 'truck',
  'lead.created': 'person',
};
