import { limits } from '../definition/limits.ts';
import type { Trigger } from '../definition/trigger.ts';
import { codes, type Code, type JsonSyntaxIssue, type Locale, type Severity, type Word } from './codes.ts';

/** A member name or a list index. */
export type Key = string | number;

/** Any JSON object, before it is known to be anything more. */
export type Raw = { readonly [member: string]: unknown };

/** What fills the placeholders of a message. */
export type Values = {
  expected?: Word | (string & {});
  scope?: Word;
  subject?: Word;
  reason?: JsonSyntaxIssue;
  min?: number;
  max?: number;
  length?: number;
  /** The author's own value; shown shortened. */
  got?: unknown;
  other?: string;
  accepted?: readonly string[];
  trigger?: Trigger;
  /** The moments that lead to the issue, as text. */
  sequence?: Readonly<Record<Locale, string>>;
};

/** An issue before it has a text: where, what, and what would be right. */
export type Finding = {
  keys: readonly Key[];
  code: Code;
  values: Values;
  suggestion?: string;
  /** Where the text breaks, for INVALID_JSON: an offset into it. */
  offset?: number;
};

/**
 * Collects findings while a check walks a value. `keys` is the current position of the walk: callers push and pop, so that a sound
 * definition costs no path at all.
 */
export class Report {
  readonly findings: Finding[] = [];
  readonly keys: Key[] = [];
  /** Lists inside lists at this point of the walk. */
  depth = 0;
  /** Steps seen so far in the whole tree. */
  steps = 0;
  /** Kept apart from `findings`, which are cut: a definition with 500 warnings before its first error is still invalid. */
  hasErrors = false;

  /** Whether the report is full, so that callers need not prepare further findings. */
  get isFull(): boolean {
    return this.findings.length >= limits.issues;
  }

  /** Adds an issue at a member of the current position, or (no key) at the position itself. */
  add(code: Code, key?: Key | readonly Key[], values: Values = {}, suggestion?: string): void {
    this.addAt(key === undefined ? [...this.keys] : this.keys.concat(key), code, values, suggestion);
  }

  /** Notes an issue at a place of its own. */
  addAt(keys: readonly Key[], code: Code, values: Values = {}, suggestion?: string): void {
    if (severityOf(code) === 'error') this.hasErrors = true;
    if (this.isFull) return;
    this.findings.push(suggestion === undefined ? { keys, code, values } : { keys, code, values, suggestion });
  }
}

const severityOf = (code: Code): Severity => codes[code].severity;
