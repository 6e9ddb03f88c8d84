/** Defects that make a text invalid JSON and can be fixed unambiguously. */
export const syntaxKinds = ['bom', 'fence', 'smart_quote', 'comment', 'trailing_comma'] as const;

/** One of these defects. */
export type SyntaxKind = (typeof syntaxKinds)[number];

/** A fixed defect and its start, in UTF-16 units. */
export type SyntaxIssue = { kind: SyntaxKind; offset: number };

/** A cleaned text. It has the length of the original, so that offsets are valid in both. */
export type Cleaned = { text: string; faults: SyntaxIssue[] };

/** Removes what people and tools add around and inside JSON. Valid JSON stays unchanged. Never throws. */
export function cleanSyntax(input: string): Cleaned {
  if (isJson(input)) return { text: input, faults: [] };
  const letters = input.split('');
  const faults: SyntaxIssue[] = [];
  const blank = (kind: SyntaxKind, start: number, end: number): void => {
    faults.push({ kind, offset: start });
    for (let at = start; at < end; at++) if (letters[at] !== '\n' && letters[at] !== '\r') letters[at] = ' ';
  };
  if (input.startsWith('\uFEFF')) blank('bom', 0, 1);
  for (const { start, end } of fencesIn(input)) blank('fence', start, end);
  cleanInside(letters, faults, blank);
  for (const at of trailingCommas(letters.join(''))) blank('trailing_comma', at, at + 1);
  return { text: letters.join(''), faults: faults.toSorted((one, other) => one.offset - other.offset) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The lines that open and close a Markdown code block. */
function fencesIn(text: string): { start: number; end: number }[] {
  const open = /^\uFEFF?\s*(```[^\n]*)/.exec(text);
  if (!open) return [];
  const start = open[0].length - open[1]!.length;
  const found = [{ start, end: open[0].length }];
  const close = /(```)\s*$/.exec(text);
  return close && close.index > start ? [...found, { start: close.index, end: close.index + 3 }] : found;
}

/** Fixes comments and typographic quotation marks outside of strings. */
function cleanInside(
  letters: string[],
  faults: SyntaxIssue[],
  blank: (kind: SyntaxKind, start: number, end: number) => void,
): void {
  const text = letters.join('');
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at, at + 2);
    if (text[at] === '"') at = endOfText(text, at);
    else if (rest === '//' || rest === '/*') {
      const closing = text.indexOf(rest === '//' ? '\n' : '*/', at);
      const end = closing === -1 ? text.length : closing + (rest === '//' ? 0 : 2);
      blank('comment', at, end);
      at = end;
    } else if (/[\u201c\u201d\u201e\u201f]/.test(text[at]!)) {
      const end = /[\u201c\u201d\u201e\u201f\n]/.exec(text.slice(at + 1));
      faults.push({ kind: 'smart_quote', offset: at });
      letters[at] = '"';
      if (end) at += 1 + end.index;
      if (end && end[0] !== '\n') letters[at] = '"';
      at++;
    } else at++;
  }
}

/** The offset after the closing quotation mark of a string. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** The offsets of commas before a closing bracket. */
function trailingCommas(text: string): number[] {
  const found: number[] = [];
  let comma: number | undefined;
  let at = 0;
  while (at < text.length) {
    const letter = text[at]!;
    if (letter === '"') {
      comma = undefined;
      at = endOfText(text, at);
      continue;
    }
    if (letter === ',') comma = at;
    else if ((letter === ']' || letter === '}') && comma !== undefined) found.push(comma);
    if (letter !== ',' && /\S/.test(letter)) comma = undefined;
    at++;
  }
  return found;
}
