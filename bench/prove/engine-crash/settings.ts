// Settings shared by the parent and the workers of the crash proof.
import type { Flow } from '../../../packages/flow/src/definition/flow.ts';

/** A minute of the flow takes a second of real time. */
export const scale = 60;
const epoch = Date.parse('2026-11-01T00:00:00Z');

/** The fast clock of all processes of the proof, in milliseconds. */
export const flowNow = (): number => epoch + (Date.now() - epoch) * scale;

/** A lease of two seconds of real time, of which the provider's timeout is one. Milliseconds of the flow's clock. */
export const lease = { leaseMs: 2_000 * scale, timeoutMs: 1_000 * scale };

/** The store's no-reply time, in minutes of the flow. */
export const noReplyMinutes = 3;

const whatsapp = (message: string, more: object = {}) => ({
  type: 'action',
  name: 'send_whatsapp',
  data: { type: 'text', message },
  ...more,
});
const sms = (message: string) => ({ type: 'action', name: 'send_sms', data: { message } });
const minute = { type: 'delay', minutes: 1 };

/** Paths of the flow's steps that the proof refers to. */
export const paths = {
  greeting: 'steps[0]',
  response: 'steps[0].onResponse[0]',
  noReply: 'steps[0].onNoReply[0]',
  retried: 'steps[2].steps[0]',
  repeated: 'steps[3].steps[0]',
  farewell: 'steps[4].if_true[0]',
} as const;

/** Sends on both channels, delays, a retry, a loop, a condition, and replies. */
export const flow = {
  name: 'À prova de quedas',
  trigger_event: 'lead.created',
  steps: [
    whatsapp('Oi {{lead.name}}!', { onResponse: [sms('Que bom que respondeu.')], onNoReply: [sms('Ainda aí?')] }),
    minute,
    { type: 'retry', maxAttempts: 4, delayBetweenAttempts: 1, steps: [sms('Seu pedido está separado.')] },
    { type: 'loop', maxIterations: 2, steps: [whatsapp('Lembrete'), minute] },
    { type: 'condition', field: 'lead.phone', operator: 'not-empty', if_true: [sms('Até logo!')] },
  ],
} as unknown as Flow;
