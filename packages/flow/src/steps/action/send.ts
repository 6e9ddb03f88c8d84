import type { ActionStep, SendName, SendStep } from '../step.ts';
import type { Channel } from '../../members/trigger.ts';

/** The channel of each sending action. */
export const channelOf = {
  send_whatsapp: 'whatsapp',
  send_email: 'email',
  send_sms: 'sms',
} as const satisfies Record<SendName, Channel>;

/** Whether an action sends a message; other actions are never executed (RUN9). */
export function isSend(step: ActionStep): step is SendStep {
  return Object.hasOwn(channelOf, step.name);
}
