/** The seven store events that can start an automation; the only accepted values of `trigger_event`. */
export const triggers = [
  'pix.generated',
  'payment.confirmed',
  'payment.failed',
  'boleto.generated',
  'cart.abandoned',
  'lead.created',
  'tracking_code_updated',
] as const;

/** A store event that can start an automation. */
export type Trigger = (typeof triggers)[number];

const collecting: ReadonlySet<Trigger> = new Set([
  'pix.generated',
  'boleto.generated',
  'payment.failed',
  'cart.abandoned',
]);

/** Whether the trigger starts a payment reminder, which the payment makes pointless. */
export const asksForPayment = (trigger: Trigger): boolean => collecting.has(trigger);

/** The channels a message can go through. */
export const channels = ['whatsapp', 'email', 'sms'] as const;

/** A channel a message can go through. */
export type Channel = (typeof channels)[number];
