import { fillSlots, isMjml, type EmailData } from '@retoma/flow';
import type { Delivery } from '../provider.ts';
import { headerText, isSafeAddress, listHeaders, messageIdOf } from './headers.ts';
import { markHtml } from './add-tracking.ts';
import { withoutMissingAddresses } from './missing-addresses.ts';
import type { CompileMjml, CompileResult } from './mjml/mjml-compiler.ts';
import { plainTextOf } from './plain-text.ts';

/** An e-mail before it is encoded as MIME. */
export type Mail = {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Why an e-mail cannot be composed. */
export type MailProblem =
  | Exclude<CompileResult, { ok: true }>['reason']
  | 'INVALID_SENDER'
  | 'INVALID_RECIPIENT'
  | 'EMPTY_MESSAGE'
  | 'EMAIL_TOO_LARGE';

/** A composed e-mail, or why it cannot be composed. */
export type ComposedMail =
  { readonly ok: true; readonly mail: Mail } | { readonly ok: false; readonly reason: MailProblem };

/** The longest HTML, embedded pictures included, in characters. The limit of mail servers is far higher. */
const longestHtml = 2_000_000;

/** Composes the e-mail of a message: compiles MJML to HTML, derives the text from the HTML, adds open pixel and tracking links. */
export async function composeMail(delivery: Delivery, compile: CompileMjml): Promise<ComposedMail> {
  const { key, to, marks } = delivery;
  const content = delivery.content as EmailData;
  const sender = content.remetente_email.trim();
  if (!isSafeAddress(sender)) return { ok: false, reason: 'INVALID_SENDER' };
  if (!isSafeAddress(to)) return { ok: false, reason: 'INVALID_RECIPIENT' };
  const document = await documentOf(delivery, compile);
  if (!document.ok) return document;
  const html = withoutMissingAddresses(document.html);
  if (html.length > longestHtml) return { ok: false, reason: 'EMAIL_TOO_LARGE' };
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return {
    ok: true,
    mail: {
      from: { name: headerText(content.remetente_nome), address: sender },
      to,
      subject: headerText(content.subject),
      html: markHtml(html, marks),
      text: plainTextOf(html),
      messageId: messageIdOf(key, domain),
      // RFC 3834: this header prevents automatic replies, such as absence notes.
      headers: { ...listHeaders(marks), 'Auto-Submitted': 'auto-generated' },
    },
  };
}

type Document = { readonly ok: true; readonly html: string } | { readonly ok: false; readonly reason: MailProblem };

/** The HTML of a message as a whole document. */
async function documentOf({ content, mjml }: Delivery, compile: CompileMjml): Promise<Document> {
  const { html = '', body = '' } = content as Partial<EmailData>;
  const visible = html.trim() === '' ? body : html;
  if (visible.trim() === '') return { ok: false, reason: 'EMPTY_MESSAGE' };
  if (mjml ?? isMjml(visible)) {
    const { template, values } = mjml ?? { template: visible, values: [] };
    const compiled = await compile(template);
    return compiled.ok ? { ok: true, html: fillSlots(compiled.html, values) } : compiled;
  }
  if (/<html[\s>]/i.test(visible)) return { ok: true, html: visible };
  // A text without tags is plain text: its line breaks are kept.
  const fragment = /<[a-z!/]/i.test(visible) ? visible : visible.trim().replace(/\r?\n/g, '<br>\n');
  return {
    ok: true,
    html: `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"></head><body>${fragment}</body></html>`,
  };
}
