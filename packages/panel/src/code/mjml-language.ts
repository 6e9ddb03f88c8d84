import { html } from '@codemirror/lang-html';
import type { Extension } from '@codemirror/state';

/** MJML and HTML: highlighting and indentation. Tags may be self-closing, as in MJML. */
export const language: Extension = html({ selfClosingTags: true });
