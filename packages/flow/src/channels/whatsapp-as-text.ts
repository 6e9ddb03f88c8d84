import { cleanCode, cleanText } from './clean-text.ts';
import { buttonToPage, readWhatsappButtons, type WhatsappButton, type WhatsappButtons } from './whatsapp-buttons.ts';
import type { WhatsappData } from './whatsapp.ts';

// The text form of messages with buttons, for connections that cannot show buttons. Providers send it and the editor previews it, so both
// use this module.

/** Writes buttons out as lines of text, so that the customer can still use what they offer. */
export function buttonsAsText({ text, footer, buttons }: Pick<WhatsappButtons, 'text' | 'footer' | 'buttons'>): string {
  const written = `${text}\n\n${buttons.map(asLine).join('\n')}`;
  return footer === '' ? written : `${written}\n\n${footer}`;
}

function asLine(button: WhatsappButton): string {
  switch (button.kind) {
    case 'url':
      return `${button.label}: ${button.url}`;
    case 'call':
      return `${button.label}: ligue para ${button.phone}`;
    case 'copy':
      return `${button.label}: ${button.code}`;
    case 'reply':
      return `• ${button.label}`;
    default:
      return button satisfies never;
  }
}

/** The text above a code without a message. */
export const copyThis = 'Copie o código:';

/** A code to copy, written below its message. */
export const codeAsText = ({ text, code }: { readonly text: string; readonly code: string }): string =>
  `${text || copyThis}\n\n${code}`;

/** The text form of a message with all metatags replaced; null if it has no buttons or cannot be sent. */
export function whatsappAsText(data: WhatsappData): string | null {
  if (data.type === 'button-otp') {
    const code = cleanCode(data.code);
    const text = cleanText(data.message ?? '');
    const page = buttonToPage(text, code);
    if (page) return buttonsAsText(page);
    return code === '' ? null : codeAsText({ text, code });
  }
  if (data.type !== 'button-actions' && data.type !== 'button-list') return null;
  const read = readWhatsappButtons(data);
  return typeof read === 'string' ? null : buttonsAsText(read);
}
