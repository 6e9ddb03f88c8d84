import {
  compileTemplate,
  isMjml,
  render,
  renderSlots,
  withSlots,
  type MetatagSource,
  type Position,
} from '@retoma/flow';
import { composeMail, type MailProblem } from '../channels/email/compose-mail.ts';
import { findMjmlIssue, type MjmlIssue } from '../channels/email/mjml/check-mjml.ts';
import { MjmlCompiler } from '../channels/email/mjml/mjml-compiler.ts';

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

/** Renders e-mails of draft texts without sending them; `close` ends the compiler's thread. */
type EmailPreviews = {
  readonly preview: (text: string, example: EmailExample) => Promise<EmailPreview>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the previews. They have a separate compiler, so that a preview never waits behind e-mails that are sent. `baseUrlOf`: the public
 * base URL, known once the service listens.
 */
export function openEmailPreviews(baseUrlOf: () => string): EmailPreviews {
  const compiler = new MjmlCompiler({ cacheChars: 4_000_000 });
  return {
    close: () => compiler.close(),
    async preview(text, { source, timeZone }) {
      const isCompiled = isMjml(text);
      const issue = isCompiled ? findMjmlIssue(text) : null;
      if (issue) return { made: false, issue: issueAt(text, issue) };
      const template = compileTemplate(text, 'html');
      const options = { baseUrl: baseUrlOf(), ...(timeZone !== undefined && { timeZone }) };
      const composed = await composeMail(
        {
          ...exampleDelivery,
          content: { ...head, html: render(template, source, options) },
          ...(isCompiled && {
            mjml: { template: withSlots(template), values: renderSlots(template, source, options) },
          }),
        },
        compiler.compile,
      );
      if (!composed.ok) return { made: false, issue: { reason: composed.reason } };
      const { html, text: plain } = composed.mail;
      return { made: true, html, text: plain, bytes: Buffer.byteLength(html) };
    },
  };
}

/** Headers that the preview does not show. */
const head = { remetente_nome: '', remetente_email: 'preview@retoma.example', subject: '' };
const exampleDelivery = {
  key: 'preview',
  storeId: '',
  channel: 'email',
  to: 'preview@retoma.example',
  settings: {},
} as const;

function issueAt(text: string, { problem, offset, ...rest }: MjmlIssue): EmailIssue {
  const before = text.slice(0, offset).split('\n');
  return { reason: problem, place: { line: before.length, column: before.at(-1)!.length + 1 }, ...rest };
}
