import type { Localized } from '@retoma/commerce/locale';
import { limits } from './limits.ts';
import type { Trigger } from './trigger.ts';
import { codes, type Code, type JsonSyntaxIssue, type Severity, type Word } from './codes.ts';

/** A member name or a list index. */
export type Key = string | number;

/** Any JSON object. */
export type Raw = { readonly [member: string]: unknown };

/** The values for a message's placeholders. */
export type Values = {
  expected?: Word | (string & {});
  scope?: Word;
  subject?: Word;
  reason?: JsonSyntaxIssue;
  min?: number;
  max?: number;
  length?: number;
  /** The author's value; shown shortened. */
  got?: unknown;
  other?: string;
  accepted?: readonly string[];
  trigger?: Trigger;
  /** Why a text cannot be sent. */
  cause?: Localized;
  /** The moments that lead to the issue, as text. */
  sequence?: Localized;
};

/** An issue without its text: position, code and suggestion. */
export type Finding = {
  keys: readonly Key[];
  code: Code;
  values: Values;
  suggestion?: string;
  /** For INVALID_JSON: the offset of the error in the text. */
  offset?: number;
};

/**
 * Collects findings while a check walks a value. `keys` is the current position: callers push and pop, so a valid definition needs no
 * paths.
 */
export class Report {
  readonly findings: Finding[] = [];
  readonly keys: Key[] = [];
  /** Depth of nested lists at the current position. */
  depth = 0;
  /** The number of steps in the whole tree so far. */
  steps = 0;
  /** Separate from `findings`, which are limited: a definition with 500 warnings before its first error is still invalid. */
  hasErrors = false;

  /** Whether the report is full, so that callers need not prepare further findings. */
  get isFull(): boolean {
    return this.findings.length >= limits.issues;
  }

  /** Adds an issue at a member of the current position, or (no key) at the position itself. */
  add(code: Code, key?: Key | readonly Key[], values: Values = {}, suggestion?: string): void {
    this.addAt(key === undefined ? [...this.keys] : this.keys.concat(key), code, values, suggestion);
  }

  /** Adds an issue at another position. */
  addAt(keys: readonly Key[], code: Code, values: Values = {}, suggestion?: string): void {
    if (severityOf(code) === 'error') this.hasErrors = true;
    if (this.isFull) return;
    this.findings.push(suggestion === undefined ? { keys, code, values } : { keys, code, values, suggestion });
  }
}

const severityOf = (code: Code): Severity => codes[code].severity;
