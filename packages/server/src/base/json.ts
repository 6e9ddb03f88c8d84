import { isUtf8 } from 'node:buffer';
import { issueAt, limits, type Issue } from '@retoma/commerce';

/** The value of a JSON text; undefined: it is not JSON. */
export function parseJson(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** The deepest nesting of a body: more than any real cart, and within the limits of every JSON parser, including PostgreSQL's. */
const deepest = 2_500;

/** The bytes of a body without the byte order mark that some programs write in front of UTF-8. */
export const withoutMark = (raw: Buffer): Buffer =>
  raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? raw.subarray(3) : raw;

/** Parses the bytes of a body as JSON: its value, or the issue that prevents parsing. */
export function readJson(raw: Buffer): { value: unknown } | { issue: Issue } {
  if (!isUtf8(raw)) return { issue: issueAt([], 'invalid_json', { got: 'it is not UTF-8' }) };
  const text = raw.toString('utf8');
  if (nestsDeeperThan(text, deepest)) return { issue: issueAt([], 'too_deep', { limit: deepest }) };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { issue: issueAt([], 'invalid_json', { got: (error as SyntaxError).message.slice(0, limits.echo) }) };
  }
}

/** Counts brackets outside strings. A text with fewer characters than such nesting needs is not scanned. */
function nestsDeeperThan(text: string, limit: number): boolean {
  if (text.length < limit * 2) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > limit) return true;
    } else if (code === 0x7d || code === 0x5d) depth--;
  }
  return false;
}
