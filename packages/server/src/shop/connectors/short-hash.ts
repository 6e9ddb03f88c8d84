import { hash } from 'node:crypto';

/** CON2: a text of any length, such as a PIX code, as part of a report's id: 16 characters. */
export const shortHash = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16);
