import {
  compileTemplate,
  findMjmlIssue,
  htmlLimits,
  isMjml,
  isWithinHtmlLimits,
  render,
  renderSlots,
  withSlots,
  type MetatagSource,
  type MjmlIssue,
  type Position,
} from '@retoma/flow';
import { composeMail } from '../../providers/channels/email/compose-mail.ts';
import type { MailProblem } from '../../providers/channels/email/mail.ts';
import type { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';

/** Why an e-mail cannot be made of a text. `place`: the position; absent: unknown. */
type EmailIssue = Pick<MjmlIssue, 'element' | 'suggestion' | 'within'> & {
  readonly reason: MailProblem;
  readonly place?: Position;
};

/** The values that an e-mail is rendered with. `timeZone`: IANA, of its dates. */
export type EmailExample = { readonly source: MetatagSource; readonly timeZone?: string };

/** The e-mail that the shopper of the example would get. `bytes`: of its HTML, as UTF-8. */
type EmailPreview =
  | { readonly made: true; readonly html: string; readonly text: string; readonly bytes: number }
  | { readonly made: false; readonly issue: EmailIssue };

/** What previews need. `mailThread`: makes them; `baseUrl`: public, without a trailing slash. */
type PreviewDeps = { readonly mailThread: MailThread; readonly baseUrl: string };

/** Renders the e-mail of a draft's text without sending it. */
export async function previewEmail(
  { mailThread, baseUrl }: PreviewDeps,
  storeId: string,
  text: string,
  { source, timeZone }: EmailExample,
): Promise<EmailPreview> {
  const isCompiled = isMjml(text);
  const issue = isCompiled ? findMjmlIssue(text) : null;
  if (issue) return { made: false, issue: issueAt(text, issue) };
  if (!isWithinHtmlLimits(text)) return { made: false, issue: { reason: 'EMAIL_TOO_LARGE' } };
  const template = compileTemplate(text, 'html');
  const options = { baseUrl, ...(timeZone !== undefined && { timeZone }) };
  const html = render(template, source, options);
  if (html.length > htmlLimits.chars) return { made: false, issue: { reason: 'EMAIL_TOO_LARGE' } };
  const composed = await composeMail(
    {
      ...exampleDelivery,
      storeId,
      content: { ...head, html },
      ...(isCompiled && { mjml: { template: withSlots(template), values: renderSlots(template, source, options) } }),
    },
    mailThread,
  );
  if (!composed.ok) return { made: false, issue: { reason: composed.reason } };
  const { html: visible, text: plain } = composed.mail;
  return { made: true, html: visible, text: plain, bytes: Buffer.byteLength(visible) };
}

/** Headers that the preview does not show. */
const head = { remetente_nome: '', remetente_email: 'preview@retoma.example', subject: '' };
const exampleDelivery = {
  key: 'preview',
  channel: 'email',
  to: 'preview@retoma.example',
  settings: {},
} as const;

function issueAt(text: string, { problem, offset, ...rest }: MjmlIssue): EmailIssue {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  return { reason: problem, place: { line: before.length, column: before.at(-1)!.length + 1 }, ...rest };
}
