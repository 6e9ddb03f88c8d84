import type { Channel } from '@retoma/flow';
import { channelsOf, flowTemplates, keepChannels, type FlowTemplate } from '@retoma/flow/templates';
import type { Platform } from '../../features/shop/connectors/shops-data.ts';

/** A template that works with what a platform reports, over these channels. */
export type ReadyAutomation = { readonly template: FlowTemplate; readonly channels: readonly Channel[] };

type Capabilities = Platform['capabilities'];
type AutomationSubject = { readonly needs: (its: Capabilities) => boolean; readonly templates: readonly string[] };

/** What helps a shop most, first: what it needs of the platform, and its templates, the usual one first. */
const subjects: readonly AutomationSubject[] = [
  {
    needs: ({ orders, pixCode, paymentPage }) => orders !== 'never' && (pixCode !== 'never' || paymentPage),
    templates: ['pix-two-reminders', 'pix-by-whatsapp'],
  },
  { needs: ({ carts }) => carts !== null, templates: ['cart-three-touches', 'cart-by-email'] },
  { needs: ({ paid }) => paid !== 'never', templates: ['thank-you'] },
  { needs: ({ tracking }) => tracking !== 'never', templates: ['tracking-code', 'tracking-sms'] },
];

/**
 * One template for each subject that one of the platforms reports: the first whose channels the store has, else the usual one over those
 * that it has, or over all if it has none of them. Pure.
 */
export function readyAutomations(platforms: readonly Capabilities[], connected: readonly Channel[]): ReadyAutomation[] {
  return subjects.flatMap(({ needs, templates }) => {
    if (!platforms.some(needs)) return [];
    const known = templates.flatMap((name) => flowTemplates.find((one) => one.name === name) ?? []);
    const [usual] = known;
    if (!usual) return [];
    const whole = known.find(({ flow }) => channelsOf(flow).every((channel) => connected.includes(channel)));
    const template = whole ?? usual;
    const kept = channelsOf(keepChannels(template.flow, connected));
    return [{ template, channels: kept.length > 0 ? kept : channelsOf(template.flow) }];
  });
}
