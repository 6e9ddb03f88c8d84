import type { Locale } from '@retoma/commerce/locale';
import type { Channel, Trigger } from '../members/trigger.ts';
import { metatags, type MetatagName } from './catalogue/index.ts';
import type { Metatag, MetatagStatus, MetatagType } from './catalogue/row.ts';

/** Whether the metatags of a trigger's messages are checked (Events, area B: payment.failed, boleto.generated and lead.created are not). */
export const validatesTrigger = (trigger: Trigger): boolean => validated[trigger];

const validated = {
  'pix.generated': true,
  'payment.confirmed': true,
  'payment.failed': false,
  'boleto.generated': false,
  'cart.abandoned': true,
  'lead.created': false,
  tracking_code_updated: true,
} as const satisfies Record<Trigger, boolean>;

/** The active metatags of a trigger, in the catalogue's order; with a channel, only those available in it (DEF9). */
export function availableMetatags(trigger: Trigger, channel?: Channel): readonly Metatag<MetatagName>[] {
  return metatags.filter((metatag) => isAvailable(metatag, trigger, channel));
}

/** Whether a metatag is active, belongs to the trigger and, if a channel is passed, is available in it. */
export function isAvailable(metatag: Metatag, trigger: Trigger, channel?: Channel): boolean {
  return (
    metatag.status === 'active' &&
    metatag.triggers.includes(trigger) &&
    (channel === undefined || metatag.channels.includes(channel))
  );
}

/** A metatag in the response of `GET /automation/metatags` (TAG4). */
export type ListedMetatag = {
  name: MetatagName;
  category: string | null;
  field: string;
  type: MetatagType;
  description: string;
  example: string;
  channels: readonly Channel[];
  status: MetatagStatus;
  sensitive: boolean;
  /** For a legacy metatag: its replacement, null if there is none. Absent otherwise. */
  replacement?: string | null;
};

/** The catalogue's metatags for a trigger (TAG4): active, legacy and planned ones, each with its status, in the catalogue's order. */
export function listMetatags(trigger: Trigger, locale: Locale = 'pt-BR'): ListedMetatag[] {
  return metatags
    .filter((metatag) => metatag.triggers.includes(trigger))
    .map((metatag) => ({
      name: metatag.name,
      category: metatag.category,
      field: metatag.field,
      type: metatag.type,
      description: metatag.description[locale],
      example: metatag.example,
      channels: metatag.channels,
      status: metatag.status,
      sensitive: metatag.sensitivity === 'sensitive',
      ...(metatag.replacement !== undefined && { replacement: metatag.replacement }),
    }));
}

/** The metatags that show a PIX code, as text or as an image. */
export const pixCodeMetatags: ReadonlySet<string> = new Set([
  'order.pix_code',
  'order.pix_qr_code',
  'payment.pix_code',
]);
