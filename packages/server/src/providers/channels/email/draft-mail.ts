import { fillSlots, htmlLimits, isMjml, isWithinHtmlLimits, visibleTextOf, type EmailData } from '@retoma/flow';
import { findLinks } from './add-tracking.ts';
import { asciiAddress, headerText, listHeaders, messageIdOf } from './headers.ts';
import type { DraftedMail, MailProblem } from './mail.ts';
import { withoutMissingAddresses } from './missing-addresses.ts';
import { plainTextOf } from './plain-text.ts';
import type { CompileMjml } from './thread/compile-mjml.ts';
import type { MailMessage } from './thread/jobs.ts';

/** Drafts the e-mail of a message: compiles MJML to HTML, derives the text from the HTML, adds the open pixel, finds the links to track. */
export function draftMail(message: MailMessage, compile: CompileMjml): DraftedMail {
  const { key, marks } = message;
  const content = message.content as EmailData;
  const sender = asciiAddress(content.remetente_email.trim());
  const to = asciiAddress(message.to);
  if (sender === null) return { ok: false, reason: 'INVALID_SENDER' };
  if (to === null) return { ok: false, reason: 'INVALID_RECIPIENT' };
  const document = documentOf(message, compile);
  if (!document.ok) return document;
  // Checked before anything else reads the HTML.
  if (!isWithinHtmlLimits(document.html)) return { ok: false, reason: 'EMAIL_TOO_LARGE' };
  const html = withoutMissingAddresses(document.html);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return {
    ok: true,
    html: findLinks(html, marks),
    mail: {
      from: { name: headerText(content.remetente_nome), address: sender },
      to,
      subject: headerText(content.subject),
      text: plainTextOf(html),
      messageId: messageIdOf(key, domain),
      // RFC 3834: this header prevents automatic replies, such as absence notes.
      headers: { ...listHeaders(marks), 'Auto-Submitted': 'auto-generated' },
    },
  };
}

type Document = { readonly ok: true; readonly html: string } | { readonly ok: false; readonly reason: MailProblem };

/** The HTML of a message as a whole document. */
function documentOf({ content, mjml }: MailMessage, compile: CompileMjml): Document {
  const visible = visibleTextOf(content as Partial<EmailData>);
  if (visible === '') return { ok: false, reason: 'EMPTY_MESSAGE' };
  if (mjml ?? isMjml(visible)) {
    const { template, values } = mjml ?? { template: visible, values: [] };
    const compiled = compile(template);
    if (!compiled.ok) return compiled;
    const filled = fillSlots(compiled.html, values, htmlLimits.chars);
    return filled === null ? { ok: false, reason: 'EMAIL_TOO_LARGE' } : { ok: true, html: filled };
  }
  if (visible.length > htmlLimits.chars) return { ok: false, reason: 'EMAIL_TOO_LARGE' };
  if (/<html[\s>]/i.test(visible)) return { ok: true, html: visible };
  // A text without tags is plain text: its line breaks are kept.
  const fragment = /<[a-z!/]/i.test(visible) ? visible : visible.trim().replace(/\r?\n/g, '<br>\n');
  // A long word, such as a title without spaces, would make the e-mail wider than a phone.
  return {
    ok: true,
    html: `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"></head><body style="overflow-wrap:anywhere">${fragment}</body></html>`,
  };
}
