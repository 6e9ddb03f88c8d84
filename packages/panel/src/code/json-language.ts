import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';

/** JSON: highlighting and indentation. */
export const language: Extension = json();
