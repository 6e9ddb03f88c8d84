import type { WhatsappMessage } from './read-message.ts';

/** The lines of a text that are not empty. */
const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** A link as a text: WhatsApp makes the preview of the address by itself. */
export const linkAsText = ({ title, description, link }: Extract<WhatsappMessage, { kind: 'link' }>): string =>
  lines(title, description, link);

/** Whether WhatsApp has something to make a preview of. */
export const hasAddress = (text: string): boolean => /https?:\/\//i.test(text);
