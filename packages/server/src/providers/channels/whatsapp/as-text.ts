import type { WhatsappMessage } from '@retoma/flow';

/** Joins the parts that are not empty, one a line. */
const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');

/** A link as text: WhatsApp itself generates the preview of the URL. */
export const linkAsText = ({ title, description, link }: Extract<WhatsappMessage, { kind: 'link' }>): string =>
  lines(title, description, link);

/** Whether a text contains a URL that WhatsApp can preview. */
export const hasAddress = (text: string): boolean => /https?:\/\//i.test(text);
