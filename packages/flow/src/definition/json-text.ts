import type { Finding } from '../members/report.ts';
import { findJsonSyntaxIssue } from './json-syntax.ts';
import { limits } from '../members/limits.ts';

/** A parsed text (`text` is without byte order mark), or its syntax error. */
export type ParsedText = { ok: true; text: string; value: unknown } | { ok: false; text: string; finding: Finding };

/** Parses a JSON text of at most 2 MiB. Never throws. Of duplicate names the last counts; `__proto__` is an ordinary name. */
export function parseJsonText(input: string): ParsedText {
  const text = input.startsWith('\uFEFF') ? input.slice(1) : input;
  if (text.length > limits.text) {
    const values = { max: limits.text, length: text.length };
    return { ok: false, text: '', finding: { keys: [], code: 'TOO_LONG', values } };
  }
  try {
    return { ok: true, text, value: JSON.parse(text) as unknown };
  } catch {
    const found = findJsonSyntaxIssue(text) ?? { issue: 'unexpected', offset: 0, got: text.slice(0, 1) };
    const values = { reason: found.issue, got: found.got };
    return { ok: false, text, finding: { keys: [], code: 'INVALID_JSON', values, offset: found.offset } };
  }
}
