/** The seven store events that can start an automation; `trigger_event` accepts no others. */
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

/** Whether the trigger starts payment reminders, which become pointless after the payment. */
export const asksForPayment = (trigger: Trigger): boolean => collecting.has(trigger);

/** The channels of messages. */
export const channels = ['whatsapp', 'email', 'sms'] as const;

/** A channel of messages. */
export type Channel = (typeof channels)[number];
