import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';

/** JSON, coloured and indented. */
export const language: Extension = json();
