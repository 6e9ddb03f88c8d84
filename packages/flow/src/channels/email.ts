import { limits } from '../members/limits.ts';
import type { MembersOf } from '../members/infer.ts';
import { required, table, text } from '../members/member.ts';
import type { Raw, Report } from '../members/report.ts';
import { isEmail } from './address.ts';
import { contentProblem, visibleMember } from './email-content.ts';

/** The members of the data of `send_email` (specification DEF4). `html` or `body` must have text; `html` has precedence. Both may be MJML. */
export const emailTable = table(
  { title: 'E-mail' },
  {
    remetente_nome: required(
      text({ title: 'Nome do remetente', description: 'Um nome fixo, sem metatags.' }, { template: 'sender' }),
    ),
    remetente_email: required(
      text({
        title: 'E-mail do remetente',
        description: 'Um endereço fixo, sem metatags.',
        pattern: '^[^\\s@{}]+@[^\\s@{}]+\\.[^\\s@{}]+$',
        examples: ['contato@loja.example'],
      }),
    ),
    subject: required(
      text(
        { title: 'Assunto', minLength: limits.subject.min, description: 'Aceita metatags.' },
        { min: limits.subject.min, template: 'subject' },
      ),
    ),
    html: text({ title: 'Conteúdo em HTML ou MJML', description: 'Aceita metatags.' }, { template: 'html' }),
    body: text(
      { title: 'Conteúdo', description: 'Usado quando não há html.' },
      { template: 'html', also: checkSenderAndContent },
    ),
  },
  {
    filled: true,
    ref: 'emailData',
    schema: {
      anyOf: [
        { required: ['html'], properties: { html: { type: 'string', pattern: '\\S' } } },
        { required: ['body'], properties: { body: { type: 'string', pattern: '\\S' } } },
      ],
    },
  },
);

/** The data of `send_email`. */
export type EmailData = MembersOf<typeof emailTable.members>;

function checkSenderAndContent({ html, body, remetente_email: sender }: Raw, report: Report): void {
  if (typeof sender === 'string' && sender.trim() !== '' && !isEmail(sender)) {
    report.add('INVALID_EMAIL', 'remetente_email', { got: sender });
  }
  const member = visibleMember({ html, body });
  const cause = member && contentProblem(member === 'html' ? (html as string) : (body as string));
  if (cause) report.add('INVALID_CONTENT', member, { cause });
  if (isFilled(html) || isFilled(body)) return;
  if (html === undefined) report.add('REQUIRED', 'html');
  else report.add('EMPTY', 'html');
}

/** Whether a member has text. A member of the wrong type is reported on its own and counts as filled. */
const isFilled = (text: unknown): boolean => (typeof text === 'string' ? text.trim() !== '' : text !== undefined);
