import { html } from '@codemirror/lang-html';
import type { Extension } from '@codemirror/state';

/** MJML and HTML, coloured and indented; tags that stand alone may close themselves, as MJML's do. */
export const language: Extension = html({ selfClosingTags: true });
