import { limits } from '../definition/limits.ts';
import { checkText, checkUnknown } from '../validate/members.ts';
import type { Raw, Report } from '../validate/report.ts';
import { htmlTagIn, withoutHtml } from './address.ts';
import type { TextMember } from './text-member.ts';

/** The data of `send_sms` (specification DEF4): plain text within `limits.sms`. */
export type SmsData = { message: string };

const smsMembers: ReadonlySet<string> = new Set(['message']);

/** Checks the data of `send_sms`; the report's position is the data. */
export function checkSmsData(data: Raw, report: Report): void {
  const { message } = data;
  const count = checkText(report, message, 'message', { required: true, max: limits.sms.max });
  if (typeof message === 'string') {
    const tag = htmlTagIn(message);
    if (tag !== undefined) report.add('HTML_IN_SMS', 'message', { got: tag }, withoutHtml(message));
  }
  checkUnknown(report, data, count, smsMembers);
}

/** The templates among an SMS's members. */
export function smsTexts(data: Raw): TextMember[] {
  return typeof data.message === 'string'
    ? [{ member: 'message', text: data.message, kind: 'plain', channel: 'sms' }]
    : [];
}
