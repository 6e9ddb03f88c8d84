import { limits } from '../definition/limits.ts';
import { checkText, checkUnknown } from '../validate/members.ts';
import type { Raw, Report } from '../validate/report.ts';
import { isEmail } from './address.ts';
import type { TextMember } from './text-member.ts';

/** The data of `send_email` (specification DEF4). `html` or `body` must have text; `html` has precedence. Both may be MJML. */
export type EmailData = {
  remetente_nome: string;
  remetente_email: string;
  subject: string;
  html?: string;
  body?: string;
};

const emailMembers: ReadonlySet<string> = new Set(['remetente_nome', 'remetente_email', 'subject', 'html', 'body']);

/** Checks the data of `send_email`; the report's position is the data. */
export function checkEmailData(data: Raw, report: Report): void {
  const { html, body, remetente_email: sender } = data;
  const count =
    checkText(report, data.remetente_nome, 'remetente_nome', { required: true }) +
    checkText(report, sender, 'remetente_email', { required: true }) +
    checkText(report, data.subject, 'subject', { required: true, min: limits.subject.min }) +
    checkText(report, html, 'html') +
    checkText(report, body, 'body');
  if (typeof sender === 'string' && sender.trim() !== '' && !isEmail(sender)) {
    report.add('INVALID_EMAIL', 'remetente_email', { got: sender });
  }
  if (!isFilled(html) && !isFilled(body)) {
    if (html === undefined) report.add('REQUIRED', 'html');
    else if (typeof html === 'string') report.add('EMPTY', 'html');
  }
  checkUnknown(report, data, count, emailMembers);
}

/** Whether a member has text. A member of the wrong type is reported on its own and counts as filled. */
const isFilled = (text: unknown): boolean => (typeof text === 'string' ? text.trim() !== '' : text !== undefined);

/** The templates among an e-mail's members. */
export function emailTexts(data: Raw): TextMember[] {
  const texts: TextMember[] = [];
  const add = (member: string, kind: TextMember['kind']): void => {
    const text = data[member];
    if (typeof text === 'string') texts.push({ member, text, kind, channel: 'email' });
  };
  add('remetente_nome', 'sender');
  add('subject', 'subject');
  add('html', 'html');
  add('body', 'html');
  return texts;
}
