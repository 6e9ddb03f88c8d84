/** A string in either quotation mark, a comment, a name before a colon, or a word of another language. */
const parts =
  /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\/[^\n]*|\/\*[^]*?\*\/|(?<![\w$])[A-Za-z_$][\w$]{0,100}(?=\s{0,20}:)|\b(?:True|False|None|undefined|NaN)\b|,(?=\s{0,1000}[}\]])/g;

const words: Readonly<Record<string, string>> = {
  True: 'true',
  False: 'false',
  None: 'null',
  undefined: 'null',
  NaN: 'null',
};

/**
 * EDT16: JavaScript or Python as JSON: names without quotation marks, single ones, line ends within strings, `None`. Undefined if the text
 * from the first to the last brace is none of it. Positions are not kept.
 */
export function looseJson(text: string): unknown {
  const [start, end] = [
    text.search(/[{[]\s*(?:[{"'\]}/A-Za-z_]|$)/),
    Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')),
  ];
  if (start === -1 || end <= start) return undefined;
  const strict = text.slice(start, end + 1).replace(parts, (part) => {
    if (part.startsWith('"')) return oneLine(part);
    if (part.startsWith("'"))
      return oneLine(
        `"${part
          .slice(1, -1)
          .replaceAll("\\'", "'")
          .replace(/(?<!\\)"/g, '\\"')}"`,
      );
    if (part.startsWith('/') || part === ',') return '';
    return words[part] ?? `"${part}"`;
  });
  try {
    return JSON.parse(strict) as unknown;
  } catch {
    return undefined;
  }
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const oneLine = (string: string): string => string.replace(/[\n\r\t]/g, (sign) => escapes[sign]!);

/** Whether a text ends before its document does: brackets are still open, or a string. */
export function isCutOff(text: string): boolean {
  const start = text.search(/[{[]/);
  if (start === -1) return false;
  const outside = text.slice(start).replace(/"(?:[^"\\]|\\[^])*"/g, '');
  const opened = outside.match(/[{[]/g)?.length ?? 0;
  return opened > (outside.match(/[}\]]/g)?.length ?? 0);
}
