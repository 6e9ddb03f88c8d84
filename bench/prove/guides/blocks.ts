import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A fenced block of a document. `language`: the word after the fence; `line`: that of the fence, from 1. */
export type Block = {
  readonly document: string;
  readonly language: string;
  readonly text: string;
  readonly line: number;
};

/** All documents for users, as paths relative to `root`: first those that a newcomer reads, then by name. */
export const documentsOf = (root: string): readonly string[] => [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs/*.md', 'docs/*/*.md'].flatMap((pattern) => globSync(pattern, { cwd: root }).sort()),
];

/**
 * The blocks of a document, in order, without the indent of a surrounding list. CONTRIBUTING.md has its commands in a table: each row
 * counts as a block.
 */
export function blocksOf(root: string, document: string): readonly Block[] {
  const text = readFileSync(path.join(root, document), 'utf8');
  const lineAt = (index: number): number => text.slice(0, index).split('\n').length;
  const fenced = [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)].map(
    ({ 1: indent = '', 2: language = '', 3: inside = '', index }) => ({
      document,
      language,
      text: inside.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: lineAt(index),
    }),
  );
  if (document !== 'CONTRIBUTING.md') return fenced;
  const rows = text.matchAll(/^\| `(npm [^`]+)`/gm);
  return [
    ...fenced,
    ...[...rows].map(({ 1: typed = '', index }) => ({ document, language: 'sh', text: typed, line: lineAt(index) })),
  ];
}

/** The commands of a shell block: one for each line, including lines continued by a backslash. */
export const commandsOf = ({ text }: Block): readonly string[] =>
  text
    .trimEnd()
    .replaceAll('\\\n', '\\\0')
    .split('\n')
    .map((command) => command.replaceAll('\0', '\n'));

/** The command of a block that begins with `$ `, and its output according to the document; undefined for other blocks. */
export function transcriptOf({ text }: Block): { command: string; expected: string } | undefined {
  const [, command, expected] = /^\$ (.+)\n([^]+)$/.exec(text) ?? [];
  return command === undefined || expected === undefined ? undefined : { command, expected };
}

/** Whether a reader types the block into a shell, or the block shows a command's output. */
export const isTyped = (block: Block): boolean => block.language === 'sh' || transcriptOf(block) !== undefined;
