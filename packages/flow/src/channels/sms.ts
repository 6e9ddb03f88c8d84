import { limits } from '../members/limits.ts';
import type { MembersOf } from '../members/infer.ts';
import { required, table, text } from '../members/member.ts';
import type { Raw, Report } from '../members/report.ts';
import { htmlIn, htmlPattern, withoutHtml } from './address.ts';

/** The members of the data of `send_sms` (specification DEF4): plain text within `limits.sms`. */
export const smsTable = table(
  { title: 'SMS' },
  {
    message: required(
      text(
        {
          title: 'Mensagem',
          maxLength: limits.sms.max,
          not: { pattern: htmlPattern },
          description: `Só texto, até ${limits.sms.max} caracteres, também depois de trocadas as metatags.`,
        },
        { max: limits.sms.max, template: 'plain', also: checkHtml },
      ),
    ),
  },
  { filled: true, ref: 'smsData' },
);

/** The data of `send_sms`. */
export type SmsData = MembersOf<typeof smsTable.members>;

function checkHtml({ message }: Raw, report: Report): void {
  if (typeof message !== 'string') return;
  const html = htmlIn(message);
  if (html !== undefined) report.add('HTML_IN_SMS', 'message', { got: html }, withoutHtml(message));
}
