import type { ActionStep, SendName } from '../definition/step.ts';
import { isRaw } from '../validate/members.ts';
import type { Raw } from '../validate/report.ts';
import { emailTexts } from './email.ts';
import { smsTexts } from './sms.ts';
import type { TextMember } from './text-member.ts';
import { whatsappTexts } from './whatsapp.ts';

const textsOf = {
  send_whatsapp: whatsappTexts,
  send_email: emailTexts,
  send_sms: smsTexts,
} satisfies Record<SendName, (data: Raw) => TextMember[]>;

/**
 * The templates of an action, for validation and rendering. `path`: from the step, as `data.message`. Empty for an action that is never
 * executed; members that are not texts are left out.
 */
export function textMembersOf(step: ActionStep): (TextMember & { path: string })[] {
  return textMembersOfRaw(step.name, step.data).map((text) => ({ ...text, path: `data.${text.member}` }));
}

/** The templates of an action of which the data may be malformed. */
export function textMembersOfRaw(name: unknown, data: unknown): TextMember[] {
  if (typeof name !== 'string' || !Object.hasOwn(textsOf, name) || !isRaw(data)) return [];
  return textsOf[name as SendName](data);
}
