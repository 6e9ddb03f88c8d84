import type { Button } from './buttons.ts';
import type { WhatsappMessage } from './read-message.ts';
import { words } from './words.ts';

/** The lines of a text that are not empty. */
const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** A link as a text: WhatsApp makes the preview of the address by itself. */
export const linkAsText = ({ title, description, link }: Extract<WhatsappMessage, { kind: 'link' }>): string =>
  lines(title, description, link);

/** Buttons written out, for where they cannot be shown: what they would do is still there to be done. */
export function buttonsAsText({ text, footer, buttons }: Extract<WhatsappMessage, { kind: 'buttons' }>): string {
  const written = `${text}\n\n${buttons.map(asLine).join('\n')}`;
  return footer === '' ? written : `${written}\n\n${footer}`;
}

function asLine(button: Button): string {
  switch (button.kind) {
    case 'url':
      return `${button.label}: ${button.url}`;
    case 'call':
      return `${button.label}: ${words.call} ${button.phone}`;
    case 'copy':
      return `${button.label}: ${button.code}`;
    case 'reply':
      return `• ${button.label}`;
    default:
      return button satisfies never;
  }
}

/** Whether WhatsApp has something to make a preview of. */
export const hasAddress = (text: string): boolean => /https?:\/\//i.test(text);
