import { cleanCode, cleanText } from './clean-text.ts';
import { readWhatsappButtons, type WhatsappButton, type WhatsappButtons } from './whatsapp-buttons.ts';
import type { WhatsappData } from './whatsapp.ts';

// What is sent where buttons cannot be shown. The providers send it and the editor shows it, so both make it here.

/** Buttons written out: what they would do is still there to be done. */
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

/** What shoppers read above a code that has no message. */
export const copyThis = 'Copie o código:';

/** A code to be copied, written out below its message. */
export const codeAsText = ({ text, code }: { readonly text: string; readonly code: string }): string =>
  `${text || copyThis}\n\n${code}`;

/** The data of a message, every metatag replaced, as it is sent where buttons cannot be shown; null if it has none, or cannot be sent. */
export function whatsappAsText(data: WhatsappData): string | null {
  if (data.type === 'button-otp') {
    const code = cleanCode(data.code);
    return code === '' ? null : codeAsText({ text: cleanText(data.message ?? ''), code });
  }
  if (data.type !== 'button-actions' && data.type !== 'button-list') return null;
  const read = readWhatsappButtons(data);
  return typeof read === 'string' ? null : buttonsAsText(read);
}
